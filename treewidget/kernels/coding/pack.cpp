#include "coding/pack.hpp"

namespace treewidget {

namespace {

uint32_t bits_of(uint64_t number) {
    uint32_t bits = 0;
    while (bits < 64 && number >> bits) ++bits;
    return bits;
}

// Write numbers of `width` bits one after the other; they fill as many words as they are wide.
void write(Slice<uint64_t> keys, int zeros, uint32_t width, uint64_t *words) {
    uint64_t word = 0;
    uint32_t filled = 0;
    for (const uint64_t key : keys) {
        const uint64_t more = (key - keys[0]) >> zeros;
        word |= more << filled;
        filled += width;
        if (filled < 64) continue;
        *words++ = word;
        filled -= 64;
        word = filled ? more >> (width - filled) : 0;
    }
    if (filled) *words = word;
}

}  // namespace

Packed pack(Slice<uint64_t> keys) {
    Packed packed;
    uint64_t varying = 0;
    for (const uint64_t key : keys) varying |= key - keys[0];
    while (packed.zeros < 63 && !(varying >> packed.zeros & 1)) ++packed.zeros;
    const auto block = [&](size_t begin) {
        return keys.part(begin, std::min(begin + PACKED, keys.size));
    };
    packed.starts.push_back(0);
    for (size_t begin = 0; begin < keys.size; begin += PACKED) {
        const Slice<uint64_t> held = block(begin);
        packed.bases.push_back(held[0]);
        packed.starts.push_back(packed.starts.back() +
                                bits_of((held[held.size - 1] - held[0]) >> packed.zeros));
    }
    packed.words.resize(packed.starts.back() + size_t{2});
    for (size_t at = 0; at < packed.bases.size(); ++at)
        write(block(at * PACKED), packed.zeros, packed.starts[at + 1] - packed.starts[at],
              &packed.words[packed.starts[at]]);
    return packed;
}

}  // namespace treewidget
