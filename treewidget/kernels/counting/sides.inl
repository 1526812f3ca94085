// To which side a row goes where rows are parted: of one, or of sixteen at once, a bit for each.

// By a cut. A code c goes low where (c + shift) <= limit, unsigned: with shift 1 missing (-1) is 0,
// below every limit; with shift 0 it is the greatest number, above every limit.
struct Cut {
    const Codes codes;
    uint32_t shift, limit;
    bool operator()(size_t, uint32_t row) const {
        return static_cast<uint32_t>(codes[row]) + shift <= limit;
    }
#ifdef TREEWIDGET_AVX512
    __mmask16 operator()(size_t, __m512i rows) const {
        const __m512i places = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        const __m512i following = _mm512_add_epi32(_mm512_broadcastd_epi32(_mm512_castsi512_si128(rows)), places);
        // Rows in a row, as the root's are, are read at once.
        const __m512i found = !codes.narrow() && _mm512_cmpeq_epi32_mask(rows, following) == 0xFFFF
                                  ? _mm512_loadu_si512(codes.wide() + static_cast<uint32_t>(_mm512_cvtsi512_si32(rows)))
                                  : codes_of(codes, rows);
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

#else
using FewMarked = Marked;
#endif
