// Parting rows in two by the codes of one column.

static size_t part(const int32_t *codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high) {
    // A code c goes low where (c + shift) <= limit, unsigned: with shift 1 missing (-1) is 0, below
    // every limit; with shift 0 it is the greatest number, above every limit.
    const uint32_t shift = missing_low ? 1 : 0;
    const uint32_t limit = static_cast<uint32_t>(cut) + shift;
    size_t lows = 0, highs = 0, i = 0;
#ifdef TREEWIDGET_AVX512
    const __m512i shifts = _mm512_set1_epi32(static_cast<int>(shift));
    const __m512i limits = _mm512_set1_epi32(static_cast<int>(limit));
    for (; i + 16 <= rows.size; i += 16) {
        const __m512i row = _mm512_loadu_si512(rows.data + i);
        const __m512i code = _mm512_add_epi32(_mm512_i32gather_epi32(row, codes, 4), shifts);
        const __mmask16 is_low = _mm512_cmple_epu32_mask(code, limits);
        const int count = __builtin_popcount(is_low);
        // Writing whole registers is several times quicker than writing the chosen lanes alone.
        _mm512_storeu_si512(low + lows, _mm512_maskz_compress_epi32(is_low, row));
        _mm512_mask_storeu_epi32(high + highs, static_cast<__mmask16>((1u << (16 - count)) - 1),
                                 _mm512_maskz_compress_epi32(static_cast<__mmask16>(~is_low), row));
        lows += static_cast<size_t>(count);
        highs += static_cast<size_t>(16 - count);
    }
#endif
    for (; i < rows.size; ++i) {
        const uint32_t row = rows[i];
        const bool is_low = static_cast<uint32_t>(codes[row]) + shift <= limit;
        low[lows] = row;
        high[highs] = row;
        lows += is_low;
        highs += !is_low;
    }
    return lows;
}
