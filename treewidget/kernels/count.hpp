// Counting: the target's statistics of a set of rows, as a whole and by the codes of columns.
//
// Sums run over the rows in the order they are given, one after the other, whichever way the codes
// are grouped: the same rows give the same bits.
#pragma once

#include "frame.hpp"

namespace treewidget {

// Add the statistics of all rows to `stats`, which is as wide as the target.
void total(const Target &target, Slice<const uint32_t> rows, double *stats);

// The weighted sum of squares about the rows' own mean; 0 where all values are the same.
double scatter(const Target &target, Slice<const uint32_t> rows);

// One line for each code that is there, ascending.
struct Lines {
    std::vector<int64_t> codes, rows;
    std::vector<double> stats, missing;
    int64_t missing_rows = 0;
};

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows);

}  // namespace treewidget
