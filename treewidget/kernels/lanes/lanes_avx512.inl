// Lanes in one register of 64 bytes.

struct Ints {
    __m512i v;
    static Ints of(int32_t x) { return {_mm512_set1_epi32(x)}; }
    static Ints load(const uint32_t *from) { return {_mm512_loadu_si512(from)}; }
    static Ints steps(int32_t first) {
        const __m512i places = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        return {_mm512_add_epi32(_mm512_set1_epi32(first), places)};
    }
    void store(uint32_t *to) const { _mm512_storeu_si512(to, v); }
    Ints operator+(Ints b) const { return {_mm512_add_epi32(v, b.v)}; }
    Ints operator-(Ints b) const { return {_mm512_sub_epi32(v, b.v)}; }
    Ints operator*(Ints b) const { return {_mm512_mullo_epi32(v, b.v)}; }
    Ints operator&(Ints b) const { return {_mm512_and_si512(v, b.v)}; }
    Ints operator|(Ints b) const { return {_mm512_or_si512(v, b.v)}; }
    Ints operator^(Ints b) const { return {_mm512_xor_si512(v, b.v)}; }
    Ints operator<<(uint32_t bits) const { return {_mm512_slli_epi32(v, bits)}; }
    Ints operator>>(uint32_t bits) const { return {_mm512_srli_epi32(v, bits)}; }  // without signs
    Ints last() const { return {_mm512_permutexvar_epi32(_mm512_set1_epi32(15), v)}; }
    // Each with the one whose place differs by some bits.
    template <int bits>
    Ints exchanged() const {
        constexpr int within[] = {0xE4, 0xB1, 0x4E, 0x1B};
        __m512i x = v;
        if (bits & 3) x = _mm512_shuffle_epi32(x, static_cast<_MM_PERM_ENUM>(within[bits & 3]));
        if (bits >> 2) x = _mm512_shuffle_i32x4(x, x, within[bits >> 2]);
        return {x};
    }
};

static inline Ints lower(Ints a, Ints b) { return {_mm512_min_epu32(a.v, b.v)}; }  // without signs
static inline Ints higher(Ints a, Ints b) { return {_mm512_max_epu32(a.v, b.v)}; }
// Those from `b` whose places have the highest of some bits.
template <int bits>
static inline Ints upper_from(Ints a, Ints b) {
    return {_mm512_mask_mov_epi32(a.v, bits > 7 ? 0xFF00 : bits > 3 ? 0xF0F0 : bits > 1 ? 0xCCCC : 0xAAAA, b.v)};
}

static inline Mask same(Ints a, Ints b) { return _mm512_cmpeq_epi32_mask(a.v, b.v); }
static inline Mask not_below(Ints a, Ints b) { return _mm512_cmpge_epi32_mask(a.v, b.v); }  // with signs
static inline Mask above(Ints a, Ints b) { return _mm512_cmpgt_epu32_mask(a.v, b.v); }      // without

// Write the chosen numbers one after the other, as a whole register; returns where the next belongs.
static inline uint32_t *put(uint32_t *to, Mask chosen, Ints x) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(chosen, x.v));
    return to + ones(chosen);
}

// How many bits of a mask are set up to each one.
static inline Ints counted(Mask bits) {
#ifdef TREEWIDGET_BYTES
    const __m512i upto = _mm512_set_epi32(0xFFFF, 0x7FFF, 0x3FFF, 0x1FFF, 0xFFF, 0x7FF, 0x3FF, 0x1FF,
                                          0xFF, 0x7F, 0x3F, 0x1F, 0xF, 7, 3, 1);
    return {_mm512_popcnt_epi32(_mm512_and_si512(_mm512_set1_epi32(bits), upto))};
#else
    const uint64_t low = UPTO[bits & 0xFF], high = UPTO[bits >> 8] + ones(bits & 0xFF) * 0x0101010101010101u;
    return {_mm512_cvtepu8_epi32(_mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low)))};
#endif
}

struct Floats {
    __m512 v;
    static Floats of(float x) { return {_mm512_set1_ps(x)}; }
    static Floats of(Ints x) { return {_mm512_cvtepi32_ps(x.v)}; }
    static Floats load(const float *from) { return {_mm512_loadu_ps(from)}; }
    void store(float *to) const { _mm512_storeu_ps(to, v); }
    Floats operator+(Floats b) const { return {_mm512_add_ps(v, b.v)}; }
    Floats operator-(Floats b) const { return {_mm512_sub_ps(v, b.v)}; }
    Floats operator*(Floats b) const { return {_mm512_mul_ps(v, b.v)}; }
    Floats operator/(Floats b) const { return {_mm512_div_ps(v, b.v)}; }
    // Of a table of sixteen, what stands at some places.
    Floats at(Ints places) const { return {_mm512_permutexvar_ps(places.v, v)}; }
    Floats last() const { return {_mm512_permutexvar_ps(_mm512_set1_epi32(15), v)}; }
    float top() const { return _mm512_reduce_max_ps(v); }
    // Each with those before it.
    Floats summed() const { return moved<8>(moved<4>(moved<2>(moved<1>(*this)))); }
    template <int lanes>
    static Floats moved(Floats x) {  // and added
        const __m512i further = _mm512_alignr_epi32(_mm512_castps_si512(x.v), _mm512_setzero_si512(), 16 - lanes);
        return {_mm512_add_ps(x.v, _mm512_castsi512_ps(further))};
    }
};

static inline Floats fused(Floats a, Floats b, Floats c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }  // a * b + c
static inline Floats larger(Floats a, Floats b) { return {_mm512_max_ps(a.v, b.v)}; }
static inline Floats either(Mask first, Floats a, Floats b) { return {_mm512_mask_mov_ps(b.v, first, a.v)}; }
static inline Mask same(Floats a, Floats b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ); }
static inline Mask not_below(Floats a, Floats b) { return _mm512_cmp_ps_mask(a.v, b.v, _CMP_NLT_UQ); }  // or no number

struct Doubles {
    __m512d v;
    static constexpr size_t LANES = 8;
    static Doubles of(double x) { return {_mm512_set1_pd(x)}; }
    static Doubles of(double a, double b, double c, double d, double e, double f, double g, double h) {
        return {_mm512_set_pd(h, g, f, e, d, c, b, a)};
    }
    static Doubles load(const double *from) { return {_mm512_loadu_pd(from)}; }
    Doubles operator+(Doubles b) const { return {_mm512_add_pd(v, b.v)}; }
    Doubles operator-(Doubles b) const { return {_mm512_sub_pd(v, b.v)}; }
    Doubles operator*(Doubles b) const { return {_mm512_mul_pd(v, b.v)}; }
    Doubles operator/(Doubles b) const { return {_mm512_div_pd(v, b.v)}; }
    Doubles last() const { return {_mm512_permutexvar_pd(_mm512_set1_epi64(7), v)}; }
    double top() const { return _mm512_reduce_max_pd(v); }
    double sum() const { return _mm512_reduce_add_pd(v); }
    Doubles summed() const { return moved<4>(moved<2>(moved<1>(*this))); }
    template <int lanes>
    static Doubles moved(Doubles x) {
        const __m512i further = _mm512_alignr_epi64(_mm512_castpd_si512(x.v), _mm512_setzero_si512(), 8 - lanes);
        return {_mm512_add_pd(x.v, _mm512_castsi512_pd(further))};
    }
};

static inline Doubles larger(Doubles a, Doubles b) { return {_mm512_max_pd(a.v, b.v)}; }
static inline Doubles magnitude(Doubles a) { return {_mm512_abs_pd(a.v)}; }
static inline Doubles either(Mask first, Doubles a, Doubles b) {
    return {_mm512_mask_mov_pd(b.v, static_cast<__mmask8>(first), a.v)};
}
static inline Mask not_below(Doubles a, Doubles b) { return _mm512_cmp_pd_mask(a.v, b.v, _CMP_GE_OQ); }

// Sixteen doubles as floats.
static inline Floats narrowed(Doubles low, Doubles high) {
    return {_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(low.v)), _mm512_cvtpd_ps(high.v), 1)};
}

// A table of 64 floats.
struct FloatTable {
    __m512 of[4];
    explicit FloatTable(const float *floats) {
        for (int j = 0; j < 4; ++j) of[j] = _mm512_loadu_ps(floats + 16 * j);
    }
    // What stands at sixteen places.
    Floats operator()(const uint8_t *places) const {
        const __m512i place = _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(places)));
        const __mmask16 upper = _mm512_test_epi32_mask(place, _mm512_set1_epi32(32));
        return {_mm512_mask_mov_ps(_mm512_permutex2var_ps(of[0], place, of[1]), upper,
                                   _mm512_permutex2var_ps(of[2], place, of[3]))};
    }
};

// Sums of any of sixteen floats, by a bit for each: from tables of all sets of four.
struct SetSums {
    Floats of[4];
    explicit SetSums(Floats floats) {
        for (int g = 0; g < 4; ++g) {
            of[g] = Floats::of(0);
            for (int b = 0; b < 4; ++b) {
                constexpr Mask HAS[] = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
                const Floats one = floats.at(Ints::of(4 * g + b));
                of[g] = {_mm512_mask_add_ps(of[g].v, HAS[b], of[g].v, one.v)};
            }
        }
    }
    Floats operator()(Ints sets) const {
        const Floats low = of[0].at(sets) + of[1].at(sets >> 4);
        return low + (of[2].at(sets >> 8) + of[3].at(sets >> 12));
    }
};

// A bit for each of so many numbers below 64: whether it is in a set.
static inline uint64_t inside(uint64_t set, const uint8_t *numbers, uint32_t) {
#ifdef TREEWIDGET_BYTES
    return _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(static_cast<long long>(set)), _mm512_loadu_si512(numbers));
#else
    const __m512i number = _mm512_loadu_si512(numbers), three = _mm512_set1_epi8(7);
    const __m512i upper = _mm512_and_si512(_mm512_srli_epi16(number, 3), three);
    const __m512i word = _mm512_shuffle_epi8(_mm512_set1_epi64(static_cast<long long>(set)), upper);
    const __m512i bit = _mm512_shuffle_epi8(_mm512_set1_epi64(0x8040201008040201ll), _mm512_and_si512(number, three));
    return _mm512_test_epi8_mask(word, bit);
#endif
}

// A set of bytes, each said by one that is 0 or 1, and which of 64 bytes are in it, a bit each.
struct ByteSet {
    __m512i tables[2];  // a bit for each byte, by its upper five bits: 16 bytes, four times over

    explicit ByteSet(const uint8_t *chosen) {
        const auto marks = marks_of(chosen);
        for (size_t half = 0; half < 2; ++half)
            tables[half] = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i *>(&marks[2 * half])));
    }

    uint64_t bits(const uint8_t *bytes) const {
        const __m512i byte = _mm512_loadu_si512(bytes);
        const __m512i group = _mm512_and_si512(_mm512_srli_epi16(byte, 3), _mm512_set1_epi8(0x1F));
        const __m512i low = _mm512_and_si512(group, _mm512_set1_epi8(15));
        const __m512i word = _mm512_mask_shuffle_epi8(
            _mm512_shuffle_epi8(tables[0], low), _mm512_test_epi8_mask(group, _mm512_set1_epi8(16)),
            tables[1], low);
        const __m512i bit = _mm512_shuffle_epi8(_mm512_set1_epi64(0x8040201008040201ll),
                                                _mm512_and_si512(byte, _mm512_set1_epi8(7)));
        return _mm512_test_epi8_mask(word, bit);
    }
};

// 64 bytes, of which few are told apart one after the other.
constexpr int FEW_BYTES = 32;
struct Bytes {
    __m512i v;
    explicit Bytes(const uint8_t *from) : v(_mm512_loadu_si512(from)) {}
    uint64_t like(uint8_t byte) const { return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(static_cast<char>(byte))); }
};
