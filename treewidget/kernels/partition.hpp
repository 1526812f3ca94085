// Parting rows: into two by a cut, or into any number of branches by a table of codes.
#pragma once

#include "frame.hpp"

namespace treewidget {

// As Variants::part, on several threads: lows are written to `low`, the others to `high`, both with
// room for all rows; returns how many went low.
size_t part_by_cut(const int32_t *codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high, int threads);

// Write the rows to `out`, branch after branch, each in the order of `rows`, and where the branches
// end to `ends`. `branch_of[code + 1]` is a code's branch, below ends.size.
void part_by_table(const int32_t *codes, Slice<const uint32_t> rows, Slice<const int32_t> branch_of,
                   uint32_t *out, Slice<int64_t> ends);

// How many of the rows have a missing code.
size_t missing_among(const int32_t *codes, Slice<const uint32_t> rows);

}  // namespace treewidget
