// Histograms of bins: what every large node is first looked at with.

// Count bytes, none of which is above `most`. Of few values each is looked for by itself; else
// there are four tables, so that equal neighbours do not wait for each other.
static void tally(const uint8_t *bins, size_t size, int most, uint32_t *counts) {
    size_t i = 0;
    if (most < FEW_BYTES)
        for (; i + 64 <= size; i += 64) {
            fetch_ahead(bins + i);
            const Bytes bytes(bins + i);
            for (int b = 0; b <= most; ++b) counts[b] += ones(bytes.like(static_cast<uint8_t>(b)));
        }
    if (size - i >= 512) {
        uint32_t tables[3][PLACES] = {};
        const auto count_eight = [&](const uint8_t *from) {
            uint64_t eight;
            std::memcpy(&eight, from, 8);
            ++counts[eight & 0xFF];
            ++tables[0][eight >> 8 & 0xFF];
            ++tables[1][eight >> 16 & 0xFF];
            ++tables[2][eight >> 24 & 0xFF];
            ++counts[eight >> 32 & 0xFF];
            ++tables[0][eight >> 40 & 0xFF];
            ++tables[1][eight >> 48 & 0xFF];
            ++tables[2][eight >> 56];
        };
        for (; i + 64 <= size; i += 64) {
            fetch_ahead(bins + i);
            for (size_t j = 0; j < 64; j += 8) count_eight(bins + i + j);
        }
        for (size_t b = 0; b < PLACES; ++b) counts[b] += tables[0][b] + tables[1][b] + tables[2][b];
    }
    for (; i < size; ++i) ++counts[bins[i]];
}

// Add some numbers to as many in a row, at once where registers are wide enough: compilers take them
// apart and put them together again.
static inline void add_two(double *cell, double a, double b) {
#ifdef TREEWIDGET_X86
    _mm_store_pd(cell, _mm_add_pd(_mm_load_pd(cell), _mm_set_pd(b, a)));
#else
    cell[0] += a, cell[1] += b;
#endif
}

#if defined(TREEWIDGET_AVX2) || defined(TREEWIDGET_AVX512)
using Four = __m256d;
static inline Four four(double a, double b, double c, double d) { return _mm256_set_pd(d, c, b, a); }
static inline void add_four(double *cell, Four moved) {
    _mm256_store_pd(cell, _mm256_add_pd(_mm256_load_pd(cell), moved));
}
#else
using Four = std::array<double, 4>;
static inline Four four(double a, double b, double c, double d) { return {a, b, c, d}; }
static inline void add_four(double *cell, const Four &moved) {
    add_two(cell, moved[0], moved[1]), add_two(cell + 2, moved[2], moved[3]);
}
#endif

// Sum the weights of rows, and the rows themselves, by bins. There are two tables, so that equal
// neighbours do not wait for each other.
static void sum_weights(const uint8_t *bins, size_t size, const double *weights, double *sums, double *rows) {
    alignas(32) double cells[2][PLACES][2] = {};
    for (size_t i = 0; i < size; ++i) add_two(cells[i & 1][bins[i]], weights[i], 1.0);
    for (size_t b = 0; b < PLACES; ++b)
        sums[b] += cells[0][b][0] + cells[1][b][0], rows[b] += cells[0][b][1] + cells[1][b][1];
}

// Sum what a regression needs by the bins of C columns at once: weight, weighted value, weighted
// square, and rows, each in a plane of its own.
template <int C>
static void sum_values(const uint8_t *const (&bins)[C], const Worth &rows, double *const (&sums)[C]) {
    alignas(64) double cells[C][PLACES][4] = {};
    for (size_t i = 0; i < rows.size; ++i) {
        const double weight = rows.weights ? rows.weights[i] : 1.0, sum = weight * rows.values[i];
        const Four moved = four(weight, sum, sum * rows.values[i], 1.0);
        for (int c = 0; c < C; ++c) add_four(cells[c][bins[c][i]], moved);
    }
    for (int c = 0; c < C; ++c)
        for (size_t b = 0; b < PLACES; ++b)
            for (size_t s = 0; s < 4; ++s) sums[c][s * PLACES + b] = cells[c][b][s];
}

// A set of bins, each said by a byte that is 0 or 1, and which of some bytes are in it.
struct Lookup {
    ByteSet set;
    explicit Lookup(const uint8_t *chosen) : set(chosen) {}

    // A bit for each of 64 bytes at most.
    uint64_t bits(const uint8_t *bytes, size_t count) const {
        if (count == 64) return set.bits(bytes);
        uint8_t some[64] = {};  // another thread may be writing those behind them
        std::memcpy(some, bytes, count);
        return set.bits(some) & ((uint64_t{1} << count) - 1);
    }

    // Call body(i) for every place whose byte is in the set, and before that first(i), which may have something
    // fetched. Places are noted down in between, as how many of 64 there are would be guessed wrong.
    template <class First, class Body>
    void each(const uint8_t *bytes, size_t begin, size_t end, const First &first, const Body &body) const {
        uint32_t places[NOTED + 64 + LANES];
        for (size_t i = begin; i < end;) {
            uint32_t *to = places;
            for (; i < end && to <= places + NOTED; i += 64) {
                fetch_ahead(bytes + i);
                to = note(to, i, bits(bytes + i, std::min<size_t>(64, end - i)));
            }
            for (const uint32_t *place = places; place < to; ++place) first(*place);
            for (const uint32_t *place = places; place < to; ++place) body(*place);
        }
    }

    template <class Body>
    void each(const uint8_t *bytes, size_t begin, size_t end, const Body &body) const {
        each(bytes, begin, end, [](size_t) {}, body);
    }

  private:
    static constexpr size_t NOTED = 512;

    // Note the places of 64 from `i` on whose bit is set; returns where the next belongs.
    static uint32_t *note(uint32_t *to, size_t i, uint64_t found) {
        if constexpr (WIDE) {
            for (size_t j = 0; found && j < 64; j += LANES)
                to = put(to, static_cast<Mask>(found >> j), Ints::steps(static_cast<int32_t>(i + j)));
            return to;
        }
        for (; found; found &= found - 1) *to++ = static_cast<uint32_t>(i) + static_cast<uint32_t>(__builtin_ctzll(found));
        return to;
    }
};
