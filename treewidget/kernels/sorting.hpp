// Keys above something that goes with them, sorted.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// Sort by the upper half, whose values go up to `greatest`; equals keep their order, if what is
// below is in order. `other` has as much room. The leading bits are sorted digit by digit: hardly two
// keys are alike in so many, and those are compared.
inline void sort_keys(uint64_t *keys, uint64_t *other, size_t size, uint64_t greatest) {
    if (size < 64) {
        std::sort(keys, keys + size);
        return;
    }
    int bits = 0;
    while (greatest >> bits) ++bits;
    const int digit = size < 4096 ? 8 : 11, passes = bits > digit ? 2 : 1;
    const int shift = 32 + std::max(bits - passes * digit, 0);
    const size_t places = size_t{1} << digit;
    uint32_t next[2][1 << 11];
    for (auto &one : next) std::fill_n(one, places, 0);
    for (size_t i = 0; i < size; ++i) {
        const uint64_t leading = keys[i] >> shift;
        ++next[0][leading & (places - 1)], ++next[1][leading >> digit & (places - 1)];
    }
    for (int pass = 0; pass < passes; ++pass, std::swap(keys, other)) {
        uint32_t before = 0;
        for (size_t p = 0; p < places; ++p) before += std::exchange(next[pass][p], before);
        for (size_t i = 0; i < size; ++i)
            other[next[pass][keys[i] >> (shift + pass * digit) & (places - 1)]++] = keys[i];
    }
    if (passes == 1) std::copy_n(keys, size, other), std::swap(keys, other);
    if (shift == 32) return;
    for (size_t i = 1; i < size; ++i) {
        if (keys[i] >> 32 >= keys[i - 1] >> 32) continue;
        const auto alike = [&](size_t j) { return !((keys[j] ^ keys[i]) >> shift); };
        size_t begin = i - 1, end = i + 1;
        while (begin > 0 && alike(begin - 1)) --begin;
        while (end < size && alike(end)) ++end;
        std::sort(keys + begin, keys + end);
        i = end;
    }
}

}  // namespace treewidget
