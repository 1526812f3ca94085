// A coded frame as the kernel sees it: columns of codes, a target, weights. It owns nothing.
#pragma once

#include "kernel.hpp"

namespace treewidget {

struct Column {
    const int32_t *codes;  // -1 where missing
    size_t size;           // how many codes there are beside it
};

// What is summed over rows. Classification: the weight of each class. Regression: weight, weighted
// value, weighted square.
struct Target {
    const int32_t *classes = nullptr;
    size_t kinds = 0;                  // number of classes; 0 in a regression
    const double *values = nullptr;    // of a regression, centred
    const double *weights = nullptr;   // null where every row weighs 1
    size_t width() const { return kinds ? kinds : 3; }
};

struct Frame {
    size_t rows = 0;
    std::vector<Column> columns;
    Target target;
};

}  // namespace treewidget
