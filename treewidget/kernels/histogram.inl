// Histograms of bins: what every large node is first looked at with.

constexpr size_t PLACES = 256;

// Of one node: for each column and statistic one plane of 256 places. Counts of classes are exact,
// so that a branch's may be had by subtraction; sums of weights are taken anew in every node.
// Sums: the rows come as one more plane, after the statistics.
struct Histogram {
    std::vector<uint32_t> counts;
    std::vector<double> sums;
};

// Count bytes. Four tables, so that equal neighbours do not wait for each other.
static void tally(const uint8_t *bins, size_t size, uint32_t *counts) {
    size_t i = 0;
    if (size >= 512) {
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
    for (; i + 8 <= size; i += 8) {
        const uint64_t byte = bits[i >> 6] >> (i & 63) & 0xFF;
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
