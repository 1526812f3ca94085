// Distinct values of a column in less memory: what each adds to the first of its block, in as many
// bits as the block needs. treewidget/data/packing.py reads them.
#pragma once

#include "kernel.hpp"

namespace treewidget {

constexpr size_t PACKED = 64;  // values in a block: with w bits each they fill w words

struct Packed {
    int zeros = 0;                 // zeros at the end of all differences alike, left out
    std::vector<uint64_t> bases;   // the first value of each block
    std::vector<uint32_t> starts;  // the first word of each block, and where the last one ends
    std::vector<uint64_t> words;   // two more than are filled, so that any value may be read in pairs
};

// Pack ascending ordered numbers.
Packed pack(Slice<uint64_t> keys);

}  // namespace treewidget
