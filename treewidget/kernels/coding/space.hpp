// Coding without ranking: values that lie on a grid are numbered by their place on it.
#pragma once

#include <optional>

#include "coding/values.hpp"

namespace treewidget {

// What a column of doubles holds that needs care.
struct Look {
    bool missing = false, infinite = false, negative_zero = false;
};

Look look_at(const Values &values);

// The grid that the values of a column lie on: `negatives` places from `low` up, the place of zero
// where there is one, and `positives` places from `above` up; neighbours are 1 << zeros apart. What
// lies between the values nearest to zero and zero has no places: doubles have half of all their
// numbers there.
struct Grid {
    uint64_t low = 0, above = 0;
    int zeros = 0;
    int32_t negatives = 0, zero = 0, positives = 0;
};

// Write the place of each value to `codes`, -1 where missing; nothing where the grid has too many
// places to be numbered.
std::optional<Grid> space(const Values &values, int32_t *codes);

// ---------------------------------------------------------------- for wide registers

// Some values one after the other.
struct Stride {
    const uint64_t *bits;
    const uint8_t *missing;  // null where none is but NaN
    size_t size;
    Kind kind;
};

// What the keys of a column reach from and to, on either side of that of zero.
struct Ends {
    uint64_t low = ~uint64_t{0}, below = 0;
    uint64_t above = ~uint64_t{0}, high = 0;
    uint64_t any = 0, zero = 0;
};

}  // namespace treewidget
