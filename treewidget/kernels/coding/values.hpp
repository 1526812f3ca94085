// A column as it lies in memory, and its values as ordered numbers.
#pragma once

#include "coding/order.hpp"

namespace treewidget {

constexpr uint64_t INFINITE = uint64_t{0x7ff} << 52;

// Values a stride of bytes apart, and which of them are missing.
struct Values {
    const char *data;
    std::ptrdiff_t stride;
    size_t size;
    Kind kind;
    const uint8_t *missing;  // null where none is; NaN is always missing

    uint64_t bits(size_t row) const {
        uint64_t bits;
        std::memcpy(&bits, data + static_cast<std::ptrdiff_t>(row) * stride, sizeof bits);
        return bits;
    }

    // Whether there is a value in a row, and its key.
    template <Kind kind>
    bool read(size_t row, uint64_t &key) const {
        const uint64_t found = bits(row);
        if (kind == Kind::floats && (found & ~SIGN) > INFINITE) return false;
        if (missing && missing[row]) return false;
        key = ordered<kind>(found);
        return true;
    }

    // Calls of body(row, key) for each value that is there, and of absent(row) for the others.
    template <class Body, class Absent>
    void each(const Body &body, const Absent &absent) const {
        if (kind == Kind::floats) return each_of<Kind::floats>(*this, body, absent);
        if (kind == Kind::integers) return each_of<Kind::integers>(*this, body, absent);
        return each_of<Kind::naturals>(*this, body, absent);
    }

    template <class Body>
    void each(const Body &body) const {
        each(body, [](size_t) {});
    }

  private:
    // A copy stays in registers, as what a body writes to memory cannot change it.
    template <Kind kind, class Body, class Absent>
    static void each_of(const Values values, const Body &body, const Absent &absent) {
        uint64_t key = 0;
        for (size_t row = 0; row < values.size; ++row)
            if (values.read<kind>(row, key))
                body(row, key);
            else
                absent(row);
    }
};

}  // namespace treewidget
