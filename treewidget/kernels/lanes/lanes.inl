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

// The first bits of a word; all, where there are more items.
static inline uint64_t first_bits(size_t items) {
    return items < 64 ? (uint64_t{1} << items) - 1 : ~uint64_t{0};
}

// Have bytes nearby that will be wanted soon: a processor fetches ahead by itself, but only to the end of a
// page of 4 KB.
constexpr std::ptrdiff_t FAR_AHEAD = 8192;
static inline void fetch_ahead(const void *at) { __builtin_prefetch(static_cast<const char *>(at) + FAR_AHEAD); }
static inline void fetch_behind(const void *at) { __builtin_prefetch(static_cast<const char *>(at) - FAR_AHEAD); }

static inline uint32_t ones(uint64_t mask) { return static_cast<uint32_t>(__builtin_popcountll(mask)); }

// A bit for each of 256 bytes, which are 0 or 1.
static inline std::array<uint64_t, 4> marks_of(const uint8_t *bytes) {
    std::array<uint64_t, 4> made{};
    for (size_t b = 0; b < 256; ++b) made[b >> 6] |= uint64_t{bytes[b]} << (b & 63);
    return made;
}

// For each byte, how many of its bits are set up to each one: eight bytes.
static constexpr auto UPTO = [] {
    std::array<uint64_t, 256> made{};
    for (uint32_t byte = 0; byte < 256; ++byte)
        for (uint32_t bit = 0, count = 0; bit < 8; ++bit)
            made[byte] |= uint64_t{count += byte >> bit & 1} << 8 * bit;
    return made;
}();

#if defined(TREEWIDGET_AVX512)
#include "lanes/lanes_avx512.inl"
constexpr bool WIDE = true;  // masks of numbers are had at once
#elif defined(TREEWIDGET_AVX2)
#include "lanes/lanes_avx2.inl"
constexpr bool WIDE = true;
#else
#include "lanes/lanes_plain.inl"
constexpr bool WIDE = false;
#endif

// How many of the lower sixteen bits of each number are set.
static inline Ints counts_of(Ints x) {
    x = x - ((x >> 1) & Ints::of(0x5555));  // of each two bits, which take their place; then of four, and so on
    x = (x & Ints::of(0x3333)) + ((x >> 2) & Ints::of(0x3333));
    x = (x + (x >> 4)) & Ints::of(0x0F0F);
    return (x + (x >> 8)) & Ints::of(31);
}

// Write the chosen of eight doubles one after the other; returns where the next belongs.
static inline double *put(double *to, Mask chosen, const double *from) {
#ifdef TREEWIDGET_AVX512
    _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<__mmask8>(chosen), _mm512_loadu_pd(from)));
    return to + ones(chosen);
#else
    for (; chosen; chosen &= static_cast<Mask>(chosen - 1)) *to++ = from[__builtin_ctz(chosen)];
    return to;
#endif
}

// The bits at the places that are set in a mask, one next to the other.
static inline uint64_t bits_at(uint64_t bits, uint64_t places) {
#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    return _pext_u64(bits, places);
#else
    uint64_t found = 0;
    for (int to = 0; places; places &= places - 1, ++to) found |= (bits >> __builtin_ctzll(places) & 1) << to;
    return found;
#endif
}
