// Counts of classes in sorted lists, sixteen lines at a time, for Gini over few classes:
// part * n - whole * rows is exact in 32 bits (its products need not be), and its square in floats
// says which lines are worth a look. What the first class would say follows from the others.

constexpr int BLOCK_CLASSES = 8;

#ifdef TREEWIDGET_AVX512
template <int classes>
struct Blocks {
    Ways &ways;
    const bool with;
    const Place &place;
    const uint32_t *borders;  // the first number of each class
    const double unit = place.weight * place.weight * 0.9999;
    __m512i start[classes] = {};  // part * n - whole * rows before the block, in every lane,
    __m512i off[classes] = {};    // and behind each of its lines
    __m512i ramp[classes] = {};   // whole * (1, 2, ...)

    // Offer the lines of a list from i on, before which lie `rows`: those on the side of `ways`.
    void offer(const uint32_t *entries, uint32_t i, uint32_t end, int32_t rows) {
        const int least = static_cast<int>(place.least()), n = static_cast<int>(place.rows);
        const __m512i places = _mm512_set_epi32(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
        const __m512i low_half = _mm512_set1_epi32(0xFFFF);
        const __m512 all = _mm512_set1_ps(static_cast<float>(n));
        for (int k = 1; k < classes; ++k) {
            start[k] = _mm512_set1_epi32(static_cast<int>(ways.side[k] * n - place.whole[k] * rows));
            ramp[k] = _mm512_mullo_epi32(_mm512_set1_epi32(static_cast<int>(place.whole[k])), places);
        }
        __m512 bar = reach();
        for (; i < end; i += 16, rows += 16) {
            const __mmask16 inside = first_lanes(end - i);
            const __m512i entry = _mm512_loadu_si512(entries + i);
            const __mmask16 ends = _mm512_mask_cmpgt_epu32_mask(
                inside, _mm512_xor_si512(entry, _mm512_loadu_si512(entries + i + 1)), low_half);
            const __m512i w = _mm512_add_epi32(_mm512_set1_epi32(rows), places);
            const __m512 squares = squares_of(_mm512_and_si512(entry, low_half));
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
        }
    }

    __m512 reach() const { return _mm512_set1_ps(static_cast<float>(ways.cut * unit)); }
    __m512i border(int k) const { return _mm512_set1_epi32(static_cast<int>(borders[k])); }

    // How far each line's counts lie from what the whole would give it, squared, over all classes.
    __m512 squares_of(__m512i number) {
        const __m512i n = _mm512_set1_epi32(static_cast<int>(place.rows)), last = _mm512_set1_epi32(15);
        const Counts counts(*this, number);
        __m512i sum = _mm512_setzero_si512();
        __m512 squares = _mm512_setzero_ps();
        for (int k = 1; k < classes; ++k) {
            off[k] = _mm512_sub_epi32(_mm512_add_epi32(start[k], _mm512_mullo_epi32(counts[k], n)), ramp[k]);
            start[k] = _mm512_permutexvar_epi32(last, off[k]);
            sum = _mm512_add_epi32(sum, off[k]);
            squares = squared(off[k], squares);
        }
        return classes == 2 ? _mm512_add_ps(squares, squares) : squared(sum, squares);
    }

    static __m512 squared(__m512i x, __m512 more) {
        const __m512 real = _mm512_cvtepi32_ps(x);
        return _mm512_fmadd_ps(real, real, more);
    }

    // How many lines up to each one are of a class.
    struct Counts {
#ifdef TREEWIDGET_BYTES
        __mmask16 from[classes + 1];  // which are of it, or of one behind it

        Counts(const Blocks &blocks, __m512i number) {
            for (int k = 1; k < classes; ++k) from[k] = _mm512_cmpge_epu32_mask(number, blocks.border(k));
            from[classes] = 0;
        }
        __m512i operator[](int k) const { return counted(from[k] & ~from[k + 1]); }
#else
        __m512i bytes[classes];  // a byte for each of four classes, from 1, 5, ... on

        Counts(const Blocks &blocks, __m512i number) {
            for (int k = 1; k < classes; k += 4) {
                __m512i x = _mm512_setzero_si512();
                for (int j = 0; j <= 4 && k + j < classes; ++j)
                    x = _mm512_mask_mov_epi32(x, _mm512_cmpge_epu32_mask(number, blocks.border(k + j)),
                                              _mm512_set1_epi32(static_cast<int>(uint64_t{1} << 8 * j)));
                bytes[k] = accumulated(x, Added());
            }
        }
        __m512i operator[](int k) const {
            const int from = (k - 1) / 4 * 4 + 1;
            return _mm512_and_si512(_mm512_srli_epi32(bytes[from], 8 * (k - from)), _mm512_set1_epi32(0xFF));
        }
#endif
    };

    double worth(int lane, int32_t rows) const {
        const int32_t w = rows + lane + 1;
        double one[classes] = {static_cast<double>(w)};
        for (int k = 1; k < classes; ++k) {
            alignas(64) int32_t lanes[16];
            _mm512_store_si512(lanes, off[k]);
            one[k] = (lanes[lane] + place.whole[k] * w) / place.weight;
            one[0] -= one[k];
        }
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

// The same for so many classes as there are.
template <int classes = 2>
static void offer_blocks(Ways &ways, bool with, const Place &place, const uint32_t *borders,
                         const uint32_t *entries, uint32_t i, uint32_t end, uint32_t rows) {
    if constexpr (classes < BLOCK_CLASSES)
        if (place.data->classes > classes)
            return offer_blocks<classes + 1>(ways, with, place, borders, entries, i, end, rows);
    Blocks<classes>{ways, with, place, borders}.offer(entries, i, end, static_cast<int32_t>(rows));
}
#endif
