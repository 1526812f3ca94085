// The threshold of a column as Quinlan's methods choose it; see search/threshold.inl.
#pragma once

#include "coding/numbers.hpp"
#include "growth/growth.hpp"

namespace treewidget {

struct ThresholdTask {
    Criterion criterion = Criterion::entropy;
    int64_t least = 1;      // rows on either side,
    double weight = 0;      // and their weight, where they do not just count
    double tolerance = 0;   // a later cut must gain more by this; 0: by more than rounding
    double resolution = 0;  // numbers that are no further apart are not parted; 0: all are
    Numbers numbers;        // where some may not be
};

struct Threshold {
    int64_t tried = 0;            // how many cuts are allowed
    int32_t low = -1, high = -1;  // the codes on either side of the best; -1: none is
};

}  // namespace treewidget
