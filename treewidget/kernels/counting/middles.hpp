// Medians of a regression's target, and absolute errors about them.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// The median of each of some sets of rows, and its rows' mean absolute error about it: the bits of
// induction/search/absolute.py. Set i holds rows[begin[i]:end[i]], and is 0 about 0 where it is empty. Without
// `weights` all rows weigh 1.
struct Middles {
    const double *values, *weights;
    Slice<const uint32_t> rows;
    Slice<const int64_t> begin, end;

    void find(int threads, double *medians, double *errors) const;
};

}  // namespace treewidget
