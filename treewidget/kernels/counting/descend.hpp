// Other rows down the splits of a growth: parted node by node as its own rows were.
#pragma once

#include "data.hpp"

namespace treewidget {

// The nodes of a growth in pre-order, one line each.
struct Forks {
    Slice<const int32_t> column;  // -1: a leaf
    Slice<const int32_t> cut;     // ordered columns: the highest code of branch 0
    Slice<const uint8_t> missing;  // the branch of missing rows, and of levels that none names
    Slice<const int32_t> other;  // the line of branch 1; that of branch 0 is the next
    // Columns of levels: each such line in turn has two more ends of stretches of `levels`, those
    // of branch 0 and those of branch 1; empty stretches elsewhere.
    Slice<const int64_t> ends;
    Slice<const int32_t> levels;
};

// What came to each line: rows[begin[i]:end[i]], in any order where the line is no leaf.
struct Descent {
    std::vector<int64_t> begin, end;
    std::vector<double> stats, scatter;  // none of a start; `scatter` in a regression only
};

// Part rows, which come in the order of the frame: those between one border and the next begin at
// the next of `starts`. They leave in the order of the nodes.
Descent descend(const Data &frame, const Forks &forks, Slice<const int64_t> starts,
                const std::vector<int64_t> &borders, Slice<uint32_t> rows);

}  // namespace treewidget
