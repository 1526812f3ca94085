// Parting in two, keeping the order.

// By a cut. A code c goes low where (c + shift) <= limit, unsigned: with shift 1 missing (-1) is 0,
// below every limit; with shift 0 it is the greatest number, above every limit.
struct Cut {
    const int32_t *codes;
    uint32_t shift, limit;
    bool operator()(size_t, uint32_t row) const {
        return static_cast<uint32_t>(codes[row]) + shift <= limit;
    }
#ifdef TREEWIDGET_AVX512
    __mmask16 operator()(size_t, __m512i rows) const {
        const __m512i places = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        const __m512i following = _mm512_add_epi32(_mm512_broadcastd_epi32(_mm512_castsi512_si128(rows)), places);
        // Rows in a row, as the root's are, are read at once.
        const __m512i found = _mm512_cmpeq_epi32_mask(rows, following) == 0xFFFF
                                  ? _mm512_loadu_si512(codes + static_cast<uint32_t>(_mm512_cvtsi512_si32(rows)))
                                  : _mm512_i32gather_epi32(rows, codes, 4);
        const __m512i code = _mm512_add_epi32(found, _mm512_set1_epi32(static_cast<int>(shift)));
        return _mm512_cmple_epu32_mask(code, _mm512_set1_epi32(static_cast<int>(limit)));
    }
#endif
};

// By a bit for each word.
struct Bits {
    const uint64_t *bits;
    bool operator()(size_t i, uint32_t) const { return bits[i >> 6] >> (i & 63) & 1; }
#ifdef TREEWIDGET_AVX512
    __mmask16 operator()(size_t i, __m512i) const {
        return static_cast<__mmask16>(bits[i >> 6] >> (i & 63));
    }
#endif
};

// By a bit for the row whose number is a word's lower half.
struct Marked {
    const uint64_t *marks;
    bool operator()(size_t, uint32_t word) const { return marks[(word & 0xFFFF) >> 6] >> (word & 63) & 1; }
#ifdef TREEWIDGET_AVX512
    __mmask16 operator()(size_t, __m512i words) const {
        const __m512i row = _mm512_and_si512(words, _mm512_set1_epi32(0xFFFF));
        return has(_mm512_i32gather_epi32(_mm512_srli_epi32(row, 5), marks, 4), row);
    }
    // Whether a row's bit is set in its word of marks.
    static __mmask16 has(__m512i mark, __m512i row) {
        const __m512i place = _mm512_and_si512(row, _mm512_set1_epi32(31));
        return _mm512_test_epi32_mask(mark, _mm512_sllv_epi32(_mm512_set1_epi32(1), place));
    }
#endif
};

// The same of few rows: their bits fit two registers.
constexpr size_t FEW = 1024;

#ifdef TREEWIDGET_AVX512
struct FewMarked : Marked {
    const __m512i low = _mm512_loadu_si512(marks), high = _mm512_loadu_si512(marks + 8);

    using Marked::operator();
    __mmask16 operator()(size_t, __m512i words) const {
        const __m512i row = _mm512_and_si512(words, _mm512_set1_epi32(FEW - 1));
        return has(_mm512_permutex2var_epi32(low, _mm512_srli_epi32(row, 5), high), row);
    }
};
#elif defined(TREEWIDGET_AVX2)
struct FewMarked : Marked {
    __m256i tables[8];  // sixteen bytes of marks, twice over

    explicit FewMarked(const uint64_t *marks) : Marked{marks} {
        for (int t = 0; t < 8; ++t)
            tables[t] = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i *>(marks) + t));
    }

    // A bit for each of 32 words: of their rows' numbers, the lowest three bits name one in a byte.
    uint32_t of_many(const uint32_t *words) const {
        const __m256i first = rows_of(words), second = rows_of(words + 16), seven = _mm256_set1_epi16(7);
        const __m256i byte = _mm256_packus_epi16(_mm256_srli_epi16(first, 3), _mm256_srli_epi16(second, 3));
        const __m256i place = _mm256_packus_epi16(_mm256_and_si256(first, seven), _mm256_and_si256(second, seven));
        __m256i mark = _mm256_setzero_si256();
        for (int t = 0; t < 8; ++t) {  // what is not 0 to 15 gets its highest bit, and finds nothing
            const __m256i in_table = _mm256_sub_epi8(byte, _mm256_set1_epi8(static_cast<char>(16 * t)));
            mark = _mm256_or_si256(mark, _mm256_shuffle_epi8(tables[t], _mm256_adds_epu8(in_table, _mm256_set1_epi8(0x70))));
        }
        const __m256i bit = _mm256_shuffle_epi8(_mm256_set1_epi64x(0x8040201008040201ll), place);
        const __m256i found = _mm256_cmpeq_epi8(_mm256_and_si256(mark, bit), bit);
        const __m256i in_order = _mm256_permutevar8x32_epi32(found, _mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0));
        return static_cast<uint32_t>(_mm256_movemask_epi8(in_order));
    }

    // Of sixteen words; packing takes four of each eight in turn.
    static __m256i rows_of(const uint32_t *words) {
        const Ints rows = Ints::load(words) & Ints::of(0xFFFF);
        return _mm256_packus_epi32(rows.low, rows.high);
    }
};

// Eight words to `low` or to `high`, by a bit for each.
static inline void part_eight(const uint32_t *words, uint32_t first, uint32_t *&low, uint32_t *&high) {
    const __m256i these = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(words));
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(low), chosen_of(these, first));
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(high), chosen_of(these, first ^ 0xFF));
    low += ones(first), high += 8 - ones(first);
}
#else
using FewMarked = Marked;
#endif

// Words to `low` or to `high`, as `way(i, word)` says: a mask of sixteen words, or a truth of one.
// Whole registers are written, which is several times quicker than the chosen lanes alone: what is
// too much is written over later. `low` may be where the words lie.
template <class Way>
static size_t part_words(Slice<const uint32_t> words, uint32_t *low, uint32_t *high, const Way &way) {
    uint32_t *const start = low;
    size_t i = 0;
#ifdef TREEWIDGET_AVX512
    for (; i + 16 <= words.size; i += 16) {
        const Ints these = Ints::load(words.data + i);
        const Mask first = way(i, these.v);
        low = put(low, first, these), high = put(high, static_cast<Mask>(~first), these);
    }
    if (i < words.size) {
        const __mmask16 inside = first_lanes(words.size - i);
        const __m512i these = _mm512_maskz_loadu_epi32(inside, words.data + i);
        const __mmask16 first = way(i, these) & inside, second = static_cast<__mmask16>(~first) & inside;
        const size_t count = static_cast<size_t>(__builtin_popcount(first));
        _mm512_mask_storeu_epi32(low, first_lanes(count), _mm512_maskz_compress_epi32(first, these));
        _mm512_mask_storeu_epi32(high, first_lanes(words.size - i - count), _mm512_maskz_compress_epi32(second, these));
        low += count;
    }
#else
#ifdef TREEWIDGET_AVX2
    if constexpr (std::is_same_v<Way, FewMarked>)
        for (; i + 32 <= words.size; i += 32) {
            const uint32_t first = way.of_many(words.data + i);
            for (size_t j = 0; j < 32; j += 8) part_eight(words.data + i + j, first >> j & 0xFF, low, high);
        }
    for (; i + 8 <= words.size; i += 8) {
        uint32_t first = 0;
        for (size_t j = 8; j-- > 0;) first = first + first + way(i + j, words[i + j]);
        part_eight(words.data + i, first, low, high);
    }
#endif
    for (; i < words.size; ++i) {
        const uint32_t word = words[i];
        const bool first = way(i, word);
        *low = word, *high = word;
        low += first, high += !first;
    }
#endif
    return static_cast<size_t>(low - start);
}

// The same in place, by way of `spare`.
template <class Way>
static void part_in_place(uint32_t *words, size_t size, uint32_t *spare, const Way &way) {
    const size_t lows = part_words({words, size}, words, spare, way);
    std::copy_n(spare, size - lows, words + lows);
}

static size_t part(const int32_t *codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high) {
    return part_words(rows, low, high, Cut{codes, missing_low, static_cast<uint32_t>(cut) + missing_low});
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

#ifdef TREEWIDGET_BYTES
// Bytes, 64 at once.
static size_t part_bytes(const uint8_t *items, const uint64_t *bits, size_t size, uint8_t *low, uint8_t *high) {
    size_t lows = 0;
    for (size_t i = 0; i < size; i += 64) {
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
            if (!(i & 63)) word = bits[i >> 6];
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
