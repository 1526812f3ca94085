// Histograms of bins: what every large node is first looked at with.

constexpr size_t PLACES = 256;

// Of one node: for each column and statistic one plane of 256 places. Counts of classes are exact,
// so that a branch's may be had by subtraction; sums of weights are taken anew in every node.
// Sums: the rows come as one more plane, after the statistics.
struct Histogram {
    std::vector<uint32_t> counts;
    std::vector<double> sums;
    double noise = 0;  // how far subtractions may have put the sums off, in their own unit
};

// Count bytes, none of which is above `most`. Of few values each is looked for by itself; else
// there are four tables, so that equal neighbours do not wait for each other.
static void tally(const uint8_t *bins, size_t size, int most, uint32_t *counts) {
    size_t i = 0;
#ifdef TREEWIDGET_AVX512
    if (most < 16) {
        for (; i + 64 <= size; i += 64) {
            const __m512i bytes = _mm512_loadu_si512(bins + i);
            for (int b = 0; b <= most; ++b)
                counts[b] += static_cast<uint32_t>(__builtin_popcountll(
                    _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(static_cast<char>(b)))));
        }
    }
#else
    (void)most;
#endif
    if (size - i >= 512) {
        uint32_t tables[3][PLACES] = {};
        for (; i + 8 <= size; i += 8) {
            uint64_t eight;
            std::memcpy(&eight, bins + i, 8);
            ++counts[eight & 0xFF];
            ++tables[0][eight >> 8 & 0xFF];
            ++tables[1][eight >> 16 & 0xFF];
            ++tables[2][eight >> 24 & 0xFF];
            ++counts[eight >> 32 & 0xFF];
            ++tables[0][eight >> 40 & 0xFF];
            ++tables[1][eight >> 48 & 0xFF];
            ++tables[2][eight >> 56];
        }
        for (size_t b = 0; b < PLACES; ++b) counts[b] += tables[0][b] + tables[1][b] + tables[2][b];
    }
    for (; i < size; ++i) ++counts[bins[i]];
}

// Sum weights and rows of one class.
static void tally_weights(const uint8_t *bins, const double *weights, size_t size, double *sums,
                          double *rows) {
    double both[PLACES][2] = {};
    for (size_t i = 0; i < size; ++i) {
        double *place = both[bins[i]];
        place[0] += weights[i], place[1] += 1.0;
    }
    for (size_t b = 0; b < PLACES; ++b) sums[b] += both[b][0], rows[b] += both[b][1];
}

// Sum weights, values and their squares, and rows.
static void tally_values(const uint8_t *bins, const double *weights, const double *values,
                         size_t size, double *sums) {
    double four[PLACES][4] = {};
    for (size_t i = 0; i < size; ++i) {
        const double weight = weights ? weights[i] : 1.0, sum = weight * values[i];
        const double moved[4] = {weight, sum, sum * values[i], 1.0};
        double *place = four[bins[i]];
        for (int s = 0; s < 4; ++s) place[s] += moved[s];
    }
    for (size_t b = 0; b < PLACES; ++b)
        for (int s = 0; s < 4; ++s) sums[s * PLACES + b] = four[b][s];
}

// Part bytes by a bit each, keeping their order: ones to the front, the others to `spare`.
static void part_bytes(uint8_t *bytes, const uint64_t *bits, size_t size, uint8_t *spare) {
    uint8_t *low = bytes, *high = spare;
    size_t i = 0;
#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    for (uint64_t word = 0; i + 8 <= size; i += 8, word >>= 8) {
        if (!(i & 63)) word = bits[i >> 6];
        const uint64_t byte = word & 0xFF;
        const uint64_t chosen = _pdep_u64(byte, 0x0101010101010101u) * 0xFF;
        uint64_t eight;
        std::memcpy(&eight, bytes + i, 8);
        const uint64_t lows = _pext_u64(eight, chosen), highs = _pext_u64(eight, ~chosen);
        std::memcpy(low, &lows, 8);
        std::memcpy(high, &highs, 8);
        const int count = __builtin_popcountll(byte);
        low += count, high += 8 - count;
    }
#endif
    for (; i < size; ++i) {
        const uint8_t byte = bytes[i];
        const bool first = bits[i >> 6] >> (i & 63) & 1;
        *low = byte, *high = byte;
        low += first, high += !first;
    }
    std::memcpy(low, spare, static_cast<size_t>(high - spare));
}

// Copy the bytes whose bit is set; a few more are written behind them.
static void take_bytes(const uint8_t *bytes, const uint64_t *bits, size_t size, uint8_t *to) {
    size_t i = 0;
#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
    for (uint64_t word = 0; i + 8 <= size; i += 8, word >>= 8) {
        if (!(i & 63)) word = bits[i >> 6];
        uint64_t eight;
        std::memcpy(&eight, bytes + i, 8);
        const uint64_t taken = _pext_u64(eight, _pdep_u64(word & 0xFF, 0x0101010101010101u) * 0xFF);
        std::memcpy(to, &taken, 8);
        to += __builtin_popcountll(word & 0xFF);
    }
#endif
    for (; i < size; ++i)
        if (bits[i >> 6] >> (i & 63) & 1) *to++ = bytes[i];
}

// The same of doubles.
static void part_doubles(double *values, const uint64_t *bits, size_t size, double *spare) {
    double *low = values, *high = spare;
    for (size_t i = 0; i < size; ++i) {
        const double value = values[i];
        const bool first = bits[i >> 6] >> (i & 63) & 1;
        *low = value, *high = value;
        low += first, high += !first;
    }
    std::copy(spare, high, low);
}

// The same of row numbers.
static void part_rows(uint32_t *rows, const uint64_t *bits, size_t size, uint32_t *spare) {
    uint32_t *low = rows, *high = spare;
    size_t i = 0;
#ifdef TREEWIDGET_AVX512
    for (; i + 16 <= size; i += 16) {
        const __mmask16 first = static_cast<__mmask16>(bits[i >> 6] >> (i & 63));
        const __m512i sixteen = _mm512_loadu_si512(rows + i);
        const int count = __builtin_popcount(first);
        _mm512_storeu_si512(low, _mm512_maskz_compress_epi32(first, sixteen));
        _mm512_storeu_si512(high, _mm512_maskz_compress_epi32(static_cast<__mmask16>(~first), sixteen));
        low += count, high += 16 - count;
    }
#endif
    for (; i < size; ++i) {
        const uint32_t row = rows[i];
        const bool first = bits[i >> 6] >> (i & 63) & 1;
        *low = row, *high = row;
        low += first, high += !first;
    }
    std::copy(spare, high, low);
}

// A set of bins, and which of up to 64 bytes are in it, a bit each.
struct Lookup {
    alignas(64) uint8_t in[PLACES];
#ifdef TREEWIDGET_AVX512
    __m512i tables[4];  // a bit for each bin, by its upper five bits: 16 bytes, four times over

    explicit Lookup(const uint8_t *chosen) {
        alignas(16) uint8_t bytes[32] = {};
        for (size_t b = 0; b < PLACES; ++b) {
            in[b] = chosen[b];
            if (chosen[b]) bytes[b >> 3] |= static_cast<uint8_t>(1u << (b & 7));
        }
        for (int half = 0; half < 2; ++half)
            tables[half] = _mm512_broadcast_i32x4(
                _mm_load_si128(reinterpret_cast<const __m128i *>(bytes + 16 * half)));
        tables[2] = _mm512_broadcast_i32x4(_mm_set1_epi64x(static_cast<long long>(0x8040201008040201u)));
    }

    uint64_t bits(const uint8_t *bytes, size_t count) const {
        const __mmask64 inside = count == 64 ? ~__mmask64{0} : (__mmask64{1} << count) - 1;
        const __m512i bin = _mm512_maskz_loadu_epi8(inside, bytes);
        const __m512i group = _mm512_and_si512(_mm512_srli_epi16(bin, 3), _mm512_set1_epi8(0x1F));
        const __mmask64 upper = _mm512_cmpgt_epu8_mask(group, _mm512_set1_epi8(15));
        const __m512i low_bits = _mm512_and_si512(group, _mm512_set1_epi8(15));
        const __m512i word = _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(tables[0], low_bits), upper,
                                                      tables[1], low_bits);
        const __m512i bit = _mm512_shuffle_epi8(
            tables[2], _mm512_and_si512(bin, _mm512_set1_epi8(7)));
        return _mm512_mask_test_epi8_mask(inside, word, bit);
    }
#else
    explicit Lookup(const uint8_t *chosen) { std::copy_n(chosen, PLACES, in); }

    uint64_t bits(const uint8_t *bytes, size_t count) const {
        uint64_t found = 0;
        for (size_t i = 0; i < count; ++i) found |= static_cast<uint64_t>(in[bytes[i]]) << i;
        return found;
    }
#endif
};
