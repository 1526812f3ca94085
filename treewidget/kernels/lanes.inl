// Sixteen numbers at a time, or eight doubles, in whatever registers an instruction set has: what is
// written with these reads the same for all of them. A mask has a bit for each number.
//
// Each set has a file that spells the same names. What is worked out with floats only shortlists:
// sums and products are rounded otherwise from set to set.

using Mask = uint16_t;

constexpr size_t LANES = 16;

// The first lanes of sixteen; all, where there are more items.
static inline Mask first_lanes(size_t items) {
    return items < LANES ? static_cast<Mask>((1u << items) - 1) : Mask{0xFFFF};
}

static inline uint32_t ones(uint64_t mask) { return static_cast<uint32_t>(__builtin_popcountll(mask)); }

// For each byte, how many of its bits are set up to each one: eight bytes.
static constexpr auto UPTO = [] {
    std::array<uint64_t, 256> made{};
    for (uint32_t byte = 0; byte < 256; ++byte)
        for (uint32_t bit = 0, count = 0; bit < 8; ++bit)
            made[byte] |= uint64_t{count += byte >> bit & 1} << 8 * bit;
    return made;
}();

#if defined(TREEWIDGET_AVX512) || defined(TREEWIDGET_AVX2)
constexpr bool WIDE = true;  // registers are worth more than a walk
#else
constexpr bool WIDE = false;
#endif

#if defined(TREEWIDGET_AVX512)
#include "lanes_avx512.inl"
#elif defined(TREEWIDGET_AVX2)
#include "lanes_avx2.inl"
#else
#include "lanes_plain.inl"
#endif
