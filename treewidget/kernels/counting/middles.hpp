// Medians of a regression's target, and absolute errors about them.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// Half weights are equal if they differ by no more than such a part of themselves.
constexpr double TIE_OF_HALVES = 1e-12;

// The weighted median of values that ascend, of which there is one: the middle of all that halve the weight. Without
// weights all weigh 1.
inline double median_of(const double *values, const double *weights, size_t size) {
    size_t low = (size - 1) / 2, high = size / 2;
    if (weights) {
        double all = 0, upto = weights[low = 0];
        for (size_t i = 0; i < size; ++i) all += weights[i];
        const double half = all / 2;
        while (low + 1 < size && upto < half * (1.0 - TIE_OF_HALVES)) upto += weights[++low];
        for (high = low; high + 1 < size && upto <= half * (1.0 + TIE_OF_HALVES);) upto += weights[++high];
    }
    return values[low] == values[high] ? values[low] : values[low] / 2 + values[high] / 2;
}

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
