// Counts of classes in sorted lists, sixteen lines at a time, for Gini over few classes:
// part * n - whole * rows is exact in 32 bits (its products need not be), and its square in floats
// says which lines are worth a look.

constexpr int BLOCK_CLASSES = 8;

#ifdef TREEWIDGET_AVX512
struct Blocks {
    Ways &ways;
    const bool with;
    const Place &place;
    const uint32_t *borders;  // the first number of each class
    const int classes = place.data->classes, first = classes == 2;  // of two, one tells all
    const double unit = place.weight * place.weight * (first ? 0.5 : 1.0) * 0.9999;
    int32_t count[BLOCK_CLASSES] = {};  // before the block
    __mmask16 is[BLOCK_CLASSES] = {};   // the lines of each class in it

    // Offer the lines from i on, before which lie `rows`; returns where it stopped. The side of
    // `ways` holds the classes up to there.
    uint32_t offer(const uint32_t *entries, uint32_t i, uint32_t end, int32_t rows) {
        for (int k = 0; k < classes; ++k) count[k] = static_cast<int32_t>(ways.side[k]);
        const int least = static_cast<int>(place.least()), n = static_cast<int>(place.rows);
        const __m512i places = _mm512_set_epi32(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
        const __m512i low_half = _mm512_set1_epi32(0xFFFF);
        const __m512 all = _mm512_set1_ps(static_cast<float>(n));
        __m512 bar = reach();
        for (; i + 16 < end; i += 16, rows += 16) {
            const __m512i entry = _mm512_loadu_si512(entries + i);
            const __mmask16 ends = _mm512_cmpgt_epu32_mask(
                _mm512_xor_si512(entry, _mm512_loadu_si512(entries + i + 1)), low_half);
            const __m512i w = _mm512_add_epi32(_mm512_set1_epi32(rows), places);
            const __m512 squares = squares_of(_mm512_and_si512(entry, low_half), w);
            const __m512 left = _mm512_cvtepi32_ps(w);
            const __m512 scale = _mm512_mul_ps(left, _mm512_sub_ps(all, left));
            __mmask16 good = _mm512_mask_cmp_ps_mask(ends, squares, _mm512_mul_ps(bar, scale), _CMP_GE_OQ);
            if (good)
                good &= _mm512_cmpge_epi32_mask(w, _mm512_set1_epi32(least)) &
                        _mm512_cmple_epi32_mask(w, _mm512_set1_epi32(n - least));
            if (good) {
                raise(good, _mm512_div_ps(squares, scale), static_cast<int32_t>(i), rows);
                bar = reach();
            }
            if (first) count[0] += 16 - __builtin_popcount(is[1]);
            for (int k = first; k < classes; ++k) count[k] += __builtin_popcount(is[k]);
        }
        std::copy_n(count, classes, ways.side.begin());
        return i;
    }

    __m512 reach() const { return _mm512_set1_ps(static_cast<float>(ways.cut * unit)); }
    __m512i border(int k) const { return _mm512_set1_epi32(static_cast<int>(borders[k])); }

    // How far each line's counts lie from what the whole would give it, squared, over all classes.
    __m512 squares_of(__m512i number, __m512i w) {
        const __m512i n = _mm512_set1_epi32(static_cast<int>(place.rows));
        __m512 squares = _mm512_setzero_ps();
        __mmask16 before = first ? _mm512_cmplt_epu32_mask(number, border(1)) : 0;
        for (int k = first; k < classes; ++k) {
            const __mmask16 upto = k + 1 < classes ? _mm512_cmplt_epu32_mask(number, border(k + 1)) : 0xFFFF;
            is[k] = upto & static_cast<__mmask16>(~before);
            before = upto;
            const __m512i held = _mm512_add_epi32(_mm512_set1_epi32(count[k]), running(is[k]));
            const __m512i whole = _mm512_set1_epi32(static_cast<int>(place.whole[k]));
            const __m512 difference = _mm512_cvtepi32_ps(
                _mm512_sub_epi32(_mm512_mullo_epi32(held, n), _mm512_mullo_epi32(whole, w)));
            squares = _mm512_add_ps(squares, _mm512_mul_ps(difference, difference));
        }
        return squares;
    }

    // How many bits are set up to each one: counted in bytes.
    static __m512i running(__mmask16 bits) {
        const uint64_t spread = 0x0101010101010101u;
        const uint64_t lower = _pdep_u64(bits & 0xFF, spread) * spread;
        const uint64_t upper = _pdep_u64(bits >> 8, spread) * spread + (lower >> 56) * spread;
        return _mm512_cvtepu8_epi32(
            _mm_set_epi64x(static_cast<long long>(upper), static_cast<long long>(lower)));
    }

    double worth(int lane, int32_t rows) const {
        const __mmask16 upto = static_cast<__mmask16>((2u << lane) - 1);
        double one[BLOCK_CLASSES];
        int32_t sum = 0;
        for (int k = first; k < classes; ++k)
            sum += static_cast<int32_t>(one[k] = count[k] + __builtin_popcount(is[k] & upto));
        if (first) one[0] = rows + lane + 1 - sum;
        return gain_of(one, place);
    }

    // The best line of a block sets the bar for the others.
    void raise(__mmask16 good, __m512 shares, int32_t i, int32_t rows) {
        const __m512 top = _mm512_set1_ps(_mm512_mask_reduce_max_ps(good, shares));
        const int where = __builtin_ctz(_mm512_mask_cmp_ps_mask(good, shares, top, _CMP_EQ_OQ));
        ways.cut = std::max(ways.cut, place.cutoff(worth(where, rows)));
        good = _mm512_mask_cmp_ps_mask(good, shares, reach(), _CMP_GE_OQ);
        for (; good; good &= static_cast<__mmask16>(good - 1)) {
            const int lane = __builtin_ctz(good);
            ways.raise(with, worth(lane, rows), i + lane, rows + lane + 1, place);
        }
    }
};
#endif
