// What every part of the kernel shares. Its rooms:
//
//   coding     values of columns as ordered codes, those in few bytes, and codes as bins
//   counting   the target's statistics of rows, as a whole and by codes; parting rows in two
//   lanes      sixteen numbers at a time, in the registers of each instruction set
//   search     the best split of a node: of many rows in bins, of fewer in sorted lists
//   growth     whole subtrees, node by node
//   variants   what is compiled once for each instruction set, and which of them runs
//   binding    all of it as Python calls it
//
// Standard headers stand here, before any file asks for an instruction set: their templates then stay the
// same code in every object file.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define TREEWIDGET_X86 1
#include <immintrin.h>
#endif

namespace treewidget {

using std::int32_t;
using std::int64_t;
using std::size_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

// A stretch of memory that somebody else owns.
template <class T>
struct Slice {
    T *data = nullptr;
    size_t size = 0;
    T &operator[](size_t i) const { return data[i]; }
    T *begin() const { return data; }
    T *end() const { return data + size; }
    Slice part(size_t from, size_t to) const { return {data + from, to - from}; }
};

// Thrown by work that was asked to stop.
struct Stopped : std::exception {
    const char *what() const noexcept override { return "stopped"; }
};

}  // namespace treewidget
