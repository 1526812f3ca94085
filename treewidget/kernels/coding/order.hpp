// Numbers of any kind as unsigned ones in the same order.
#pragma once

#include "kernel.hpp"

namespace treewidget {

enum class Kind { floats, integers, naturals };  // double, int64_t, uint64_t

constexpr uint64_t SIGN = uint64_t{1} << 63;

// Unsigned numbers in the order of the values, and back. Trailing zeros of a value stay trailing
// zeros, and -0.0 becomes 0.0.
template <Kind kind>
uint64_t ordered(uint64_t bits) {
    if (kind == Kind::naturals) return bits;
    if (kind == Kind::integers) return bits ^ SIGN;
    return bits & SIGN ? SIGN - (bits ^ SIGN) : SIGN + bits;
}

inline uint64_t value_bits(uint64_t key, Kind kind) {
    if (kind == Kind::naturals) return key;
    if (kind == Kind::integers) return key ^ SIGN;
    return key & SIGN ? key - SIGN : SIGN | (SIGN - key);
}

}  // namespace treewidget
