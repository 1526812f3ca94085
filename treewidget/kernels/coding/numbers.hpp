// The doubles that a column's codes stand for, read as treewidget/data reads them.
#pragma once

#include "coding/pack.hpp"
#include "coding/space.hpp"

namespace treewidget {

struct Numbers {
    enum class Held { nowhere, singly, on_grid, packed } held = Held::nowhere;
    const double *values = nullptr;
    Grid grid;
    // See Packed.
    int zeros = 0;
    const uint64_t *bases = nullptr, *words = nullptr;
    const uint32_t *starts = nullptr;

    double operator[](int32_t code) const {
        if (held == Held::singly) return values[code];
        const uint64_t bits = value_bits(held == Held::packed ? unpacked(code) : at_place(code), Kind::floats);
        double value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }

  private:
    uint64_t at_place(int32_t code) const {
        const int64_t over = int64_t{code} - grid.negatives - grid.zero;
        if (code < grid.negatives) return grid.low + (static_cast<uint64_t>(code) << grid.zeros);
        return over < 0 ? SIGN : grid.above + (static_cast<uint64_t>(over) << grid.zeros);
    }

    uint64_t unpacked(int32_t code) const {
        const size_t block = static_cast<size_t>(code) / PACKED, at = static_cast<size_t>(code) % PACKED;
        const size_t width = starts[block + 1] - starts[block], bit = at * width;
        if (!width) return bases[block];
        const uint64_t *const pair = words + starts[block] + bit / 64;
        const size_t shift = bit % 64;
        const uint64_t more = pair[0] >> shift | (shift ? pair[1] << (64 - shift) : 0);
        return bases[block] + ((more & ~uint64_t{0} >> (64 - width)) << zeros);
    }
};

}  // namespace treewidget
