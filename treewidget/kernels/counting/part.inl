// Parting in two, keeping the order.

// Numbers of 32 bits on their way to `low` or to `high`, which may be where they lie. Whole registers are
// written, which is several times quicker than the chosen lanes alone: what is too much is written over
// later.
template <class T>
struct Parting {
    const T *from;
    T *low, *high;

    static Parting in_place(T *items, T *spare) { return {items, items, spare}; }

    void one(size_t i, bool first) {
        const T item = from[i];
        *low = item, *high = item;
        low += first, high += !first;
    }
#if defined(TREEWIDGET_AVX512)
    void sixteen(size_t i, Mask first) {
        const __m512i these = _mm512_loadu_si512(from + i);
        _mm512_storeu_si512(low, _mm512_maskz_compress_epi32(first, these));
        _mm512_storeu_si512(high, _mm512_maskz_compress_epi32(static_cast<Mask>(~first), these));
        low += ones(first), high += LANES - ones(first);
    }
    // The last `count`, behind which nothing is written.
    void rest(size_t i, size_t count, Mask first) {
        const Mask inside = first_lanes(count), second = static_cast<Mask>(~first & inside);
        const __m512i these = _mm512_maskz_loadu_epi32(inside, from + i);
        _mm512_mask_storeu_epi32(low, first_lanes(ones(first)), _mm512_maskz_compress_epi32(first, these));
        _mm512_mask_storeu_epi32(high, first_lanes(ones(second)), _mm512_maskz_compress_epi32(second, these));
        low += ones(first), high += ones(second);
    }
#elif defined(TREEWIDGET_AVX2)
    void eight(size_t i, uint32_t first) {
        const __m256i these = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + i));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(low), chosen_of(these, first));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(high), chosen_of(these, first ^ 0xFF));
        low += ones(first), high += 8 - ones(first);
    }
#endif
};

// Part words, and with them what lies beside, as `way(i, word)` says: a mask of sixteen words, or a truth
// of one. Returns how many went low.
template <class Way, class... Beside>
static size_t part_words(size_t size, const Way &way, Parting<uint32_t> words, Beside... beside) {
    uint32_t *const start = words.low;
    const uint32_t *const from = words.from;
    size_t i = 0;
#ifdef TREEWIDGET_AVX512
    for (; i + LANES <= size; i += LANES) {
        const Mask first = way(i, Ints::load(from + i).v);
        words.sixteen(i, first), (beside.sixteen(i, first), ...);
    }
    if (i < size) {
        const Mask inside = first_lanes(size - i);
        const Mask first = way(i, _mm512_maskz_loadu_epi32(inside, from + i)) & inside;
        words.rest(i, size - i, first), (beside.rest(i, size - i, first), ...);
    }
#else
#ifdef TREEWIDGET_AVX2
    if constexpr (std::is_same_v<Way, FewMarked>)
        for (; i + 32 <= size; i += 32) {
            const uint32_t first = way.of_many(from + i);
            for (size_t j = 0; j < 32; j += 8)
                words.eight(i + j, first >> j & 0xFF), (beside.eight(i + j, first >> j & 0xFF), ...);
        }
    for (; i + 8 <= size; i += 8) {
        uint32_t first = 0;
        for (size_t j = 8; j-- > 0;) first = first + first + way(i + j, from[i + j]);
        words.eight(i, first), (beside.eight(i, first), ...);
    }
#endif
    for (; i < size; ++i) {
        const bool first = way(i, from[i]);
        words.one(i, first), (beside.one(i, first), ...);
    }
#endif
    return static_cast<size_t>(words.low - start);
}

// The same of what is parted in place: what went high, to spare memory, comes behind the rest.
template <class Way, class... All>
static void part_in_place(size_t size, const Way &way, All... all) {
    const size_t lows = part_words(size, way, all...);
    (std::copy_n(all.high, size - lows, all.low + lows), ...);
}

static size_t part(const Codes &codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high) {
    const Cut way = {codes, missing_low, static_cast<uint32_t>(cut) + missing_low};
    return part_words(rows.size, way, Parting<uint32_t>{rows.data, low, high});
}

#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
// Which of eight items go to `low`: a bit of each, and a byte of each.
struct Eight {
    uint64_t bits, bytes;
    explicit Eight(uint64_t bits) : bits(bits), bytes(_pdep_u64(bits, 0x0101010101010101u) * 0xFF) {}

    void part(const uint8_t *items, uint8_t *low, uint8_t *high) const {
        uint64_t eight;
        std::memcpy(&eight, items, 8);
        const uint64_t lows = _pext_u64(eight, bytes), highs = _pext_u64(eight, ~bytes);
        std::memcpy(low, &lows, 8);
        std::memcpy(high, &highs, 8);
    }

    // The same where they end.
    void part_back(const uint8_t *items, uint8_t *low, uint8_t *high) const {
        uint64_t eight;
        std::memcpy(&eight, items, 8);
        const uint32_t count = ones(bits), empty = 32 - 4 * count;  // half of the bits that are not filled
        const uint64_t lows = _pext_u64(eight, bytes) << empty << empty;
        const uint64_t highs = _pext_u64(eight, ~bytes) << 4 * count << 4 * count;
        std::memcpy(low - 8, &lows, 8);
        std::memcpy(high - 8, &highs, 8);
    }

#ifdef TREEWIDGET_AVX512
    void part(const double *items, double *low, double *high) const {
        const __m512d eight = _mm512_loadu_pd(items);
        _mm512_storeu_pd(low, _mm512_maskz_compress_pd(static_cast<__mmask8>(bits), eight));
        _mm512_storeu_pd(high, _mm512_maskz_compress_pd(static_cast<__mmask8>(~bits), eight));
    }
    template <class T>
    static constexpr bool TAKES = true;
#else
    template <class T>
    static constexpr bool TAKES = sizeof(T) == 1;
#endif
};
#endif

// How many planes of bytes are parted at once: they share what is worked out for a row. Where that is nothing,
// one alone stays in a near cache.
#ifdef TREEWIDGET_BYTES
constexpr size_t PLANES = 1;

// Bytes, 64 at once.
static size_t part_bytes(const uint8_t *items, const uint64_t *bits, size_t size, uint8_t *low, uint8_t *high) {
    size_t lows = 0;
    for (size_t i = 0; i < size; i += 64) {
        fetch_ahead(items + i);
        const uint64_t inside = first_bits(size - i);
        const uint64_t first = bits[i / 64] & inside, second = ~bits[i / 64] & inside;
        const size_t count = static_cast<size_t>(__builtin_popcountll(first));
        const __m512i bytes = _mm512_maskz_loadu_epi8(inside, items + i);
        const __m512i lower = _mm512_maskz_compress_epi8(first, bytes), others = _mm512_maskz_compress_epi8(second, bytes);
        if (size - i >= 64) _mm512_storeu_si512(low + lows, lower);
        else _mm512_mask_storeu_epi8(low + lows, first_bits(count), lower);
        _mm512_storeu_si512(high + (i - lows), others);
        lows += count;
    }
    return lows;
}

// The first so many of 64 bytes, put at their end.
static inline __m512i at_the_end(__m512i bytes, size_t count) {
    return _mm512_maskz_expand_epi8(~first_bits(64 - count), bytes);
}
#else
constexpr size_t PLANES = 4;
#endif

// Some rows of bytes or doubles, all in the same way: those whose bit is set to `low`, the others to
// `high`, behind which there is room for 64 bytes more; `low` may be where the items lie. Returns how
// many went low.
template <class T, size_t C>
static size_t part_by_bits(const std::array<const T *, C> items, const uint64_t *bits, size_t size,
                           const std::array<T *, C> low, const std::array<T *, C> high) {
    size_t i = 0, lows = 0;
#ifdef TREEWIDGET_BYTES
    if constexpr (sizeof(T) == 1) {
        for (size_t c = 0; c < C; ++c) lows = part_bytes(items[c], bits, size, low[c], high[c]);
        return lows;
    }
#endif
#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    if constexpr (Eight::TAKES<T>)
        for (uint64_t word = 0; i + 8 <= size; i += 8, word >>= 8) {
            if (!(i & 63)) {
                word = bits[i >> 6];
                for (size_t c = 0; c < C; ++c) fetch_ahead(items[c] + i);
            }
            const Eight eight(word & 0xFF);
            for (size_t c = 0; c < C; ++c) eight.part(items[c] + i, low[c] + lows, high[c] + (i - lows));
            lows += static_cast<size_t>(__builtin_popcountll(word & 0xFF));
        }
#endif
    for (; i < size; ++i) {
        const bool first = bits[i >> 6] >> (i & 63) & 1;
        for (size_t c = 0; c < C; ++c) {
            const T item = items[c][i];
            low[c][lows] = item, high[c][i - lows] = item;
        }
        lows += first;
    }
    return lows;
}

// Rows of bytes from behind, in place: those whose bit is not set go to the end of where they lie, the others before
// `low`, in front of which there is room for 64 bytes. Registers that are written to their ends lie over what was read
// already.
template <size_t C>
static void part_back(const std::array<uint8_t *, C> items, const uint64_t *bits, size_t size,
                      const std::array<uint8_t *, C> low) {
    size_t i = size, lows = 0;
    const auto high = [&](size_t c) { return items[c] + (i + lows); };  // once so many are parted
    const auto one = [&] {
        const bool first = bits[(i - 1) >> 6] >> ((i - 1) & 63) & 1;
        for (size_t c = 0; c < C; ++c) {
            const uint8_t item = items[c][i - 1];
            low[c][-1 - static_cast<std::ptrdiff_t>(lows)] = item, high(c)[-1] = item;
        }
        --i, lows += first;
    };
    while (i & 63) one();
#if defined(TREEWIDGET_BYTES)
    for (; i; i -= 64) {
        const uint64_t first = bits[i / 64 - 1];
        const size_t count = ones(first);
        for (size_t c = 0; c < C; ++c) {
            fetch_behind(items[c] + i);
            const __m512i bytes = _mm512_loadu_si512(items[c] + i - 64);
            const __m512i lower = _mm512_maskz_compress_epi8(first, bytes), others = _mm512_maskz_compress_epi8(~first, bytes);
            _mm512_storeu_si512(low[c] - lows - 64, at_the_end(lower, count));
            _mm512_storeu_si512(high(c) - 64, at_the_end(others, 64 - count));
        }
        lows += count;
    }
#elif defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    for (; i; i -= 8) {
        for (size_t c = 0; !(i & 63) && c < C; ++c) fetch_behind(items[c] + i);
        const Eight eight(bits[(i - 8) >> 6] >> ((i - 8) & 63) & 0xFF);
        for (size_t c = 0; c < C; ++c) eight.part_back(items[c] + i - 8, low[c] - lows, high(c));
        lows += ones(eight.bits);
    }
#endif
    while (i) one();
}

// Part a list of 64 bytes at most, in place: those whose bit is set to the front. What lies behind the
// list stays, and so does what is read there with it.
static inline void part_list(uint8_t *list, uint64_t first, uint32_t size) {
#ifdef TREEWIDGET_BYTES
    (void)size;
    const __m512i bytes = _mm512_loadu_si512(list), others = _mm512_maskz_compress_epi8(~first, bytes);
    const __m512i low = _mm512_maskz_compress_epi8(first, bytes);
    _mm512_storeu_si512(list, _mm512_mask_expand_epi8(low, ~first_bits(ones(first)), others));
#elif defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    uint8_t spare[72];
    uint64_t behind;
    std::memcpy(&behind, list + size, 8);
    size_t lows = 0;
    for (size_t i = 0; i < size; i += 8) {
        const Eight eight(first >> i & 0xFF);
        eight.part(list + i, list + lows, spare + (i - lows));
        lows += ones(eight.bits);
    }
    for (size_t i = 0; i < size - lows; i += 8) std::memcpy(list + lows + i, spare + i, 8);
    std::memcpy(list + size, &behind, 8);
#else
    uint8_t spare[64];
    size_t lows = 0;
    for (size_t i = 0; i < size; ++i) {
        list[lows] = spare[i - lows] = list[i];
        lows += first >> i & 1;
    }
    std::copy_n(spare, size - lows, list + lows);
#endif
}
