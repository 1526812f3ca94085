// A regression's lists, eight lines at a time. Its sums are not rounded as those of a walk, so that
// no gain is kept: a glance tells which columns are worth a walk, and of what they gain at most.

// How far rounding may put a gain off where rows weigh 1. It may put the root of a gain off by
// `stray`, and no gain is above the impurity.
static double slack_of(const Place &place) {
    const double n = place.weight, root = std::sqrt(place.impurity);
    const double stray = 4 * EPS * n * std::sqrt(n) * (std::fabs(place.shift) + root);
    return stray * (2.01 * root + stray);
}

#ifdef TREEWIDGET_AVX512
struct Glance {
    const Place &place;
    const double *values;
    const double n, total, slack;
    double seen = NONE;            // the best so far
    double bar = -1;               // what a line must reach to count, in units of n * n

    Glance(const Place &place, const double *values)
        : place(place), values(values), n(place.weight), total(place.whole[1] + n * place.shift),
          slack(slack_of(place)) {}

    double most(double gain) const { return gain + slack; }
    double sure() const { return seen - slack; }  // what the best of all gains at least

    void see(double gain) {
        if (!(gain > seen)) return;
        seen = gain;
        bar = (place.cutoff(sure()) - slack) * (n * n);
    }

    template <int lanes>
    static __m512d moved(__m512d x) {
        const __m512i none = _mm512_setzero_si512();
        return _mm512_castsi512_pd(_mm512_alignr_epi64(_mm512_castpd_si512(x), none, 8 - lanes));
    }

    // Eight values, from this entry on, each with the sum of those before it.
    __m512d sums_of(const uint32_t *entry) const {
        const auto at = [&](int j) { return values[entry[j] & 0xFFFF]; };
        __m512d x = _mm512_set_pd(at(7), at(6), at(5), at(4), at(3), at(2), at(1), at(0));
        x = _mm512_add_pd(x, moved<1>(x));
        x = _mm512_add_pd(x, moved<2>(x));
        return _mm512_add_pd(x, moved<4>(x));
    }

    // The best of a list's lines from i on, if it counts; `rows` and `sum` lie before them.
    double best(const uint32_t *entries, uint32_t i, uint32_t end, double rows, double sum) {
        const __m512d all = _mm512_set1_pd(n), whole = _mm512_set1_pd(total);
        const double least = static_cast<double>(place.least());
        __m512d before = _mm512_set1_pd(sum);
        __m512d w = _mm512_add_pd(_mm512_set1_pd(rows), _mm512_set_pd(8, 7, 6, 5, 4, 3, 2, 1));
        double top = NONE;
        for (; i < end; i += 8, w = _mm512_add_pd(w, _mm512_set1_pd(8))) {
            const __mmask8 inside = static_cast<__mmask8>(first_lanes(end - i));
            const __m256i entry = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(entries + i));
            const __m512d sums = _mm512_add_pd(before, sums_of(entries + i));
            before = _mm512_permutexvar_pd(_mm512_set1_epi64(7), sums);
            const __m512d off = _mm512_fmsub_pd(sums, all, _mm512_mul_pd(w, whole));
            const __m512d squares = _mm512_mul_pd(off, off);
            const __m512d scale = _mm512_mul_pd(w, _mm512_sub_pd(all, w));
            const __m512d reach = _mm512_mul_pd(_mm512_set1_pd(bar), scale);
            __mmask8 good = _mm512_mask_cmp_pd_mask(inside, squares, reach, _CMP_GE_OQ);
            if (!good) continue;
            const __m256i next = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(entries + i + 1));
            good &= _mm256_cmpgt_epu32_mask(_mm256_xor_si256(entry, next), _mm256_set1_epi32(0xFFFF));
            good &= _mm512_cmp_pd_mask(w, _mm512_set1_pd(least), _CMP_GE_OQ) &
                    _mm512_cmp_pd_mask(w, _mm512_set1_pd(n - least), _CMP_LE_OQ);
            if (!good) continue;
            top = std::max(top, _mm512_mask_reduce_max_pd(good, _mm512_div_pd(squares, scale)) / (n * n));
            see(top);
        }
        return top;
    }
};
#endif
