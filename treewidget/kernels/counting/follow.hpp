// Records along the lines of a growth, each for itself: where it leads them, and nothing else.
#pragma once

#include "data.hpp"

namespace treewidget {

// One column of the records, a stride of bytes apart.
struct Field {
    enum class Holds { nothing, doubles, integers, codes };  // codes: see codes.hpp
    Holds holds = Holds::nothing;
    const char *data = nullptr;
    std::ptrdiff_t stride = 0;
    uint32_t shift = 0, more = 0;      // of codes: what is taken from a word
    const uint8_t *missing = nullptr;  // null where none is

    template <class T>
    T at(int64_t record) const {
        T value;
        std::memcpy(&value, data + record * stride, sizeof value);
        return value;
    }
    int32_t code(int64_t record) const { return static_cast<int32_t>((at<uint32_t>(record) >> shift) - more); }
};

// The lines, in pre-order.
struct Trail {
    Slice<const int32_t> column;    // -1: a leaf
    Slice<const int32_t> other;     // the line of branch 1; that of branch 0 is the next
    Slice<const uint8_t> missing;   // the branch of records without a value
    Slice<const uint64_t> highest;  // of branch 0, as a double or an integer: as its column's records are
};

// Move each record from the line `at` on, up to a leaf or a column of which there is nothing.
void follow(const std::vector<Field> &fields, const Trail &trail, Slice<const int64_t> records, Slice<int32_t> at,
            int threads);

}  // namespace treewidget
