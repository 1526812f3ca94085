// The bin of each code, for all rows of a data set.

#ifdef TREEWIDGET_AVX512
static inline __m512i codes_of(const Codes &codes, __m512i rows) {
    if (!codes.narrow()) return _mm512_i32gather_epi32(rows, codes.wide(), 4);
    const __m512i places = _mm512_mullo_epi32(rows, _mm512_set1_epi32(static_cast<int>(codes.width)));
    const __m512i words = _mm512_i32gather_epi32(places, codes.words, 1);
    const __m512i found = _mm512_srl_epi32(words, _mm_cvtsi32_si128(static_cast<int>(codes.shift)));
    return _mm512_sub_epi32(found, _mm512_set1_epi32(static_cast<int>(codes.more)));
}

// Of sixteen codes.
static __m128i bins_of(__m512i code, const NearBins &bins) {
    const __m512i never = _mm512_set1_epi32(NearBins::NEVER);
    const __mmask16 known = _mm512_cmpge_epi32_mask(code, _mm512_setzero_si512());
    const __m512i stretch = _mm512_sra_epi32(code, _mm_cvtsi32_si128(bins.shift));
    const __m512i into = _mm512_and_si512(code, _mm512_set1_epi32((1 << bins.shift) - 1));
    const __m512i entry = _mm512_mask_i32gather_epi32(never, known, stretch, bins.at.data(), 4);
    const __m512i next = _mm512_and_si512(entry, never);
    __m512i bin = _mm512_srli_epi32(entry, 24);
    bin = _mm512_mask_add_epi32(bin, _mm512_cmpge_epi32_mask(into, next), bin, _mm512_set1_epi32(1));
    __mmask16 often = _mm512_cmpeq_epi32_mask(next, _mm512_set1_epi32(NearBins::OFTEN));
    while (often) {
        const __m512i begins = _mm512_mask_i32gather_epi32(code, often, bin, bins.first + 1, 4);
        often = _mm512_mask_cmpge_epi32_mask(often, code, begins);
        bin = _mm512_mask_add_epi32(bin, often, bin, _mm512_set1_epi32(1));
    }
    return _mm512_cvtepi32_epi8(_mm512_mask_mov_epi32(_mm512_set1_epi32(bins.missing), known, bin));
}
#endif

static void bin_all(const NearBins &bins, const Codes &codes, Slice<const uint32_t> order, uint8_t *out) {
    size_t i = 0;
#ifdef TREEWIDGET_AVX512
    for (; i + 16 <= order.size; i += 16) {
        const __m512i rows = _mm512_loadu_si512(order.data + i);
        const __m128i found = bins_of(codes_of(codes, rows), bins);
        _mm_storeu_si128(reinterpret_cast<__m128i *>(out + i), found);
    }
#endif
    reading(codes, [&](auto read) {
        for (; i < order.size; ++i) out[i] = bins(read[order[i]]);
    });
}
