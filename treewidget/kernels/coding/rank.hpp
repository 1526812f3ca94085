// Coding: the rank of each value of a column among its distinct values.
#pragma once

#include "coding/values.hpp"
#include "memory.hpp"

namespace treewidget {

// What ranking writes over; keep one for many columns. Another thread may stop the work.
struct Workshop {
    Scratch entries, bucket, counts, ranks;
    std::atomic<bool> stopped{false};

    void check() const {
        if (stopped.load(std::memory_order_relaxed)) throw Stopped();
    }
};

// Write the rank of each value to `codes`, -1 where missing, and return the distinct values,
// ascending, as ordered numbers, in the workshop's memory. -0.0 counts as 0.0. Throws Stopped.
Slice<uint64_t> rank(const Values &values, int32_t *codes, Workshop &workshop);

// The same by sorting, whatever the values.
Slice<uint64_t> rank_sorted(const Values &values, int32_t *codes, Workshop &workshop);

}  // namespace treewidget
