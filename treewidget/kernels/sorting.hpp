// Keys above something that goes with them, sorted.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// Sort by the upper half, whose values go up to `greatest`; equals keep their order, if what is
// below is in order. `other` has as much room.
inline void sort_keys(uint64_t *keys, uint64_t *other, size_t size, uint64_t greatest) {
    if (size < 128) {
        std::sort(keys, keys + size);
        return;
    }
    int bits = 0;
    while (greatest >> bits) ++bits;
    // A pass goes twice through the keys and once through the places of a digit.
    const auto cost = [&](int digit) { return (bits + digit - 1) / digit * (2 * size + (size_t{1} << digit)); };
    const int digit = cost(8) < cost(11) ? 8 : 11;
    const size_t places = size_t{1} << digit;
    uint32_t next[1 << 11];
    uint64_t *from = keys, *to = other;
    for (int shift = 32; shift < 32 + bits; shift += digit, std::swap(from, to)) {
        std::fill_n(next, places, 0);
        for (size_t i = 0; i < size; ++i) ++next[from[i] >> shift & (places - 1)];
        uint32_t before = 0;
        for (size_t p = 0; p < places; ++p) before += std::exchange(next[p], before);
        for (size_t i = 0; i < size; ++i) to[next[from[i] >> shift & (places - 1)]++] = from[i];
    }
    if (from != keys) std::copy_n(from, size, keys);
}

}  // namespace treewidget
