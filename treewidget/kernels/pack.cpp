#include "pack.hpp"

namespace treewidget {

namespace {

uint32_t bits_of(uint64_t number) {
    uint32_t bits = 0;
    while (bits < 64 && number >> bits) ++bits;
    return bits;
}

template <Kind kind>
Packed packed(Slice<uint64_t> bits) {
    Packed packed;
    const auto key = [&](size_t rank) { return ordered<kind>(bits[rank]); };
    const auto end_of = [&](size_t begin) { return std::min(begin + PACKED, bits.size); };
    uint64_t varying = 0;
    for (size_t rank = 1; rank < bits.size; ++rank) varying |= key(rank) - key(0);
    while (packed.zeros < 63 && !(varying >> packed.zeros & 1)) ++packed.zeros;
    packed.starts.push_back(0);
    for (size_t begin = 0; begin < bits.size; begin += PACKED) {
        packed.bases.push_back(key(begin));
        const uint64_t span = (key(end_of(begin) - 1) - key(begin)) >> packed.zeros;
        packed.starts.push_back(packed.starts.back() + bits_of(span));
    }
    packed.words.resize(packed.starts.back() + size_t{2});
    for (size_t block = 0; block < packed.bases.size(); ++block) {
        uint64_t *words = &packed.words[packed.starts[block]];
        const uint32_t width = packed.starts[block + 1] - packed.starts[block];
        const size_t begin = block * PACKED;
        for (size_t rank = begin; rank < end_of(begin); ++rank) {
            const uint64_t more = (key(rank) - packed.bases[block]) >> packed.zeros;
            const size_t bit = (rank - begin) * width, word = bit / 64, shift = bit % 64;
            words[word] |= more << shift;
            if (shift + width > 64) words[word + 1] |= more >> (64 - shift);
        }
    }
    return packed;
}

}  // namespace

Packed pack(Slice<uint64_t> bits, Kind kind) {
    if (kind == Kind::floats) return packed<Kind::floats>(bits);
    if (kind == Kind::integers) return packed<Kind::integers>(bits);
    return packed<Kind::naturals>(bits);
}

}  // namespace treewidget
