// Lanes in two registers of 32 bytes.

// For each byte, the places of the bits that are set in it, eight bytes; then 0.
static constexpr auto CHOSEN = [] {
    std::array<uint64_t, 256> made{};
    for (uint32_t byte = 0; byte < 256; ++byte)
        for (uint32_t bit = 0, to = 0; bit < 8; ++bit)
            if (byte >> bit & 1) made[byte] |= uint64_t{bit} << 8 * to++;
    return made;
}();

static inline __m256i eight_of(uint64_t bytes) {
    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(bytes)));
}

static inline Mask mask_of(__m256 low, __m256 high) {
    return static_cast<Mask>(_mm256_movemask_ps(low) | _mm256_movemask_ps(high) << 8);
}

static inline Mask mask_of(__m256i low, __m256i high) {
    return mask_of(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
}

// All bits of the numbers whose bit is set.
static inline __m256i lanes_of(uint32_t mask) {
    const __m256i bits = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(mask)), bits), bits);
}

struct Ints {
    __m256i low, high;
    static Ints of(int32_t x) { return {_mm256_set1_epi32(x), _mm256_set1_epi32(x)}; }
    static Ints load(const uint32_t *from) {
        const auto *half = reinterpret_cast<const __m256i *>(from);
        return {_mm256_loadu_si256(half), _mm256_loadu_si256(half + 1)};
    }
    static Ints steps(int32_t first) {
        const __m256i places = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
        return {_mm256_add_epi32(_mm256_set1_epi32(first), places), _mm256_add_epi32(_mm256_set1_epi32(first + 8), places)};
    }
    void store(uint32_t *to) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), low);
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(to + 8), high);
    }
    Ints operator+(Ints b) const { return {_mm256_add_epi32(low, b.low), _mm256_add_epi32(high, b.high)}; }
    Ints operator-(Ints b) const { return {_mm256_sub_epi32(low, b.low), _mm256_sub_epi32(high, b.high)}; }
    Ints operator*(Ints b) const { return {_mm256_mullo_epi32(low, b.low), _mm256_mullo_epi32(high, b.high)}; }
    Ints operator&(Ints b) const { return {_mm256_and_si256(low, b.low), _mm256_and_si256(high, b.high)}; }
    Ints operator|(Ints b) const { return {_mm256_or_si256(low, b.low), _mm256_or_si256(high, b.high)}; }
    Ints operator^(Ints b) const { return {_mm256_xor_si256(low, b.low), _mm256_xor_si256(high, b.high)}; }
    Ints operator<<(int bits) const { return {_mm256_slli_epi32(low, bits), _mm256_slli_epi32(high, bits)}; }
    Ints operator>>(int bits) const { return {_mm256_srli_epi32(low, bits), _mm256_srli_epi32(high, bits)}; }  // without signs
    Ints last() const {
        const __m256i x = _mm256_permutevar8x32_epi32(high, _mm256_set1_epi32(7));
        return {x, x};
    }
    // Each with the one whose place differs by some bits.
    template <int bits>
    Ints exchanged() const {
        return bits & 8 ? Ints{exchanged<bits>(high), exchanged<bits>(low)} : Ints{exchanged<bits>(low), exchanged<bits>(high)};
    }
    template <int bits>
    static __m256i exchanged(__m256i x) {
        constexpr int within[] = {0xE4, 0xB1, 0x4E, 0x1B};
        if (bits & 3) x = _mm256_shuffle_epi32(x, within[bits & 3]);
        if (bits & 4) x = _mm256_permute4x64_epi64(x, 0x4E);
        return x;
    }
};

static inline Ints lower(Ints a, Ints b) {  // without signs
    return {_mm256_min_epu32(a.low, b.low), _mm256_min_epu32(a.high, b.high)};
}
static inline Ints higher(Ints a, Ints b) { return {_mm256_max_epu32(a.low, b.low), _mm256_max_epu32(a.high, b.high)}; }
// Those from `b` whose places have the highest of some bits.
template <int bits>
static inline Ints upper_from(Ints a, Ints b) {
    constexpr int places = bits > 3 ? 0xF0 : bits > 1 ? 0xCC : 0xAA;
    if (bits & 8) return {a.low, b.high};
    return {_mm256_blend_epi32(a.low, b.low, places), _mm256_blend_epi32(a.high, b.high, places)};
}

static inline Mask same(Ints a, Ints b) {
    return mask_of(_mm256_cmpeq_epi32(a.low, b.low), _mm256_cmpeq_epi32(a.high, b.high));
}
static inline Mask not_below(Ints a, Ints b) {  // with signs
    return static_cast<Mask>(~mask_of(_mm256_cmpgt_epi32(b.low, a.low), _mm256_cmpgt_epi32(b.high, a.high)));
}
static inline __m256i not_above(__m256i a, __m256i b) { return _mm256_cmpeq_epi32(_mm256_max_epu32(a, b), b); }
static inline Mask above(Ints a, Ints b) {  // without
    return static_cast<Mask>(~mask_of(not_above(a.low, b.low), not_above(a.high, b.high)));
}

// The chosen of eight numbers one after the other.
static inline __m256i chosen_of(__m256i x, uint32_t chosen) { return _mm256_permutevar8x32_epi32(x, eight_of(CHOSEN[chosen])); }

// Write the chosen numbers one after the other, in whole registers; returns where the next belongs.
static inline uint32_t *put(uint32_t *to, Mask chosen, Ints x) {
    const uint32_t first = chosen & 0xFF, second = chosen >> 8;
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), chosen_of(x.low, first));
    to += ones(first);
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), chosen_of(x.high, second));
    return to + ones(second);
}

// How many bits of a mask are set up to each one.
static inline Ints counted(Mask bits) {
    const uint32_t first = bits & 0xFF;
    return {eight_of(UPTO[first]), _mm256_add_epi32(eight_of(UPTO[bits >> 8]), _mm256_set1_epi32(static_cast<int>(ones(first))))};
}

struct Floats {
    __m256 low, high;
    static Floats of(float x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
    static Floats of(Ints x) { return {_mm256_cvtepi32_ps(x.low), _mm256_cvtepi32_ps(x.high)}; }
    static Floats load(const float *from) { return {_mm256_loadu_ps(from), _mm256_loadu_ps(from + 8)}; }
    void store(float *to) const { _mm256_storeu_ps(to, low), _mm256_storeu_ps(to + 8, high); }
    Floats operator+(Floats b) const { return {_mm256_add_ps(low, b.low), _mm256_add_ps(high, b.high)}; }
    Floats operator-(Floats b) const { return {_mm256_sub_ps(low, b.low), _mm256_sub_ps(high, b.high)}; }
    Floats operator*(Floats b) const { return {_mm256_mul_ps(low, b.low), _mm256_mul_ps(high, b.high)}; }
    Floats operator/(Floats b) const { return {_mm256_div_ps(low, b.low), _mm256_div_ps(high, b.high)}; }
    // Of a table of sixteen, what stands at some places.
    Floats at(Ints places) const { return {at(places.low), at(places.high)}; }
    __m256 at(__m256i places) const {
        const __m256 upper = _mm256_castsi256_ps(_mm256_slli_epi32(places, 28));
        return _mm256_blendv_ps(_mm256_permutevar8x32_ps(low, places), _mm256_permutevar8x32_ps(high, places), upper);
    }
    static __m256 last_of(__m256 x) { return _mm256_permutevar8x32_ps(x, _mm256_set1_epi32(7)); }
    Floats last() const { return {last_of(high), last_of(high)}; }
    float top() const {
        const __m256 eight = _mm256_max_ps(low, high);
        const __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
        const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
        return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
    }
    // Each with those before it.
    Floats summed() const {
        const __m256 first = eight_summed(low), second = eight_summed(high);
        return {first, _mm256_add_ps(second, last_of(first))};
    }
    static __m256 eight_summed(__m256 x) {
        x = _mm256_add_ps(x, _mm256_castsi256_ps(_mm256_slli_si256(_mm256_castps_si256(x), 4)));
        x = _mm256_add_ps(x, _mm256_castsi256_ps(_mm256_slli_si256(_mm256_castps_si256(x), 8)));
        const __m256 four = _mm256_permute2f128_ps(x, x, 0x08);  // nothing, then the first four
        return _mm256_add_ps(x, _mm256_permute_ps(four, 0xFF));
    }
};

static inline Floats fused(Floats a, Floats b, Floats c) { return a * b + c; }
static inline Floats larger(Floats a, Floats b) { return {_mm256_max_ps(a.low, b.low), _mm256_max_ps(a.high, b.high)}; }
static inline Floats either(Mask first, Floats a, Floats b) {
    return {_mm256_blendv_ps(b.low, a.low, _mm256_castsi256_ps(lanes_of(first))),
            _mm256_blendv_ps(b.high, a.high, _mm256_castsi256_ps(lanes_of(first >> 8)))};
}
static inline Mask same(Floats a, Floats b) {
    return mask_of(_mm256_cmp_ps(a.low, b.low, _CMP_EQ_OQ), _mm256_cmp_ps(a.high, b.high, _CMP_EQ_OQ));
}
static inline Mask not_below(Floats a, Floats b) {  // or no number
    return mask_of(_mm256_cmp_ps(a.low, b.low, _CMP_NLT_UQ), _mm256_cmp_ps(a.high, b.high, _CMP_NLT_UQ));
}

struct Doubles {
    __m256d low, high;
    static constexpr size_t LANES = 8;
    static Doubles of(double x) { return {_mm256_set1_pd(x), _mm256_set1_pd(x)}; }
    static Doubles of(double a, double b, double c, double d, double e, double f, double g, double h) {
        return {_mm256_set_pd(d, c, b, a), _mm256_set_pd(h, g, f, e)};
    }
    static Doubles load(const double *from) { return {_mm256_loadu_pd(from), _mm256_loadu_pd(from + 4)}; }
    Doubles operator+(Doubles b) const { return {_mm256_add_pd(low, b.low), _mm256_add_pd(high, b.high)}; }
    Doubles operator-(Doubles b) const { return {_mm256_sub_pd(low, b.low), _mm256_sub_pd(high, b.high)}; }
    Doubles operator*(Doubles b) const { return {_mm256_mul_pd(low, b.low), _mm256_mul_pd(high, b.high)}; }
    Doubles operator/(Doubles b) const { return {_mm256_div_pd(low, b.low), _mm256_div_pd(high, b.high)}; }
    static __m256d last_of(__m256d x) { return _mm256_permute4x64_pd(x, 0xFF); }
    Doubles last() const { return {last_of(high), last_of(high)}; }
    double top() const {
        const __m256d four = _mm256_max_pd(low, high);
        const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
        return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
    }
    double sum() const {
        const __m256d four = _mm256_add_pd(low, high);
        const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
        return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
    }
    Doubles summed() const {
        const __m256d first = four_summed(low), second = four_summed(high);
        return {first, _mm256_add_pd(second, last_of(first))};
    }
    static __m256d four_summed(__m256d x) {
        x = _mm256_add_pd(x, _mm256_castsi256_pd(_mm256_slli_si256(_mm256_castpd_si256(x), 8)));
        const __m256d two = _mm256_permute2f128_pd(x, x, 0x08);
        return _mm256_add_pd(x, _mm256_permute_pd(two, 0xF));
    }
};

static inline Doubles larger(Doubles a, Doubles b) { return {_mm256_max_pd(a.low, b.low), _mm256_max_pd(a.high, b.high)}; }
static inline Doubles magnitude(Doubles a) {
    const __m256d sign = _mm256_set1_pd(-0.0);
    return {_mm256_andnot_pd(sign, a.low), _mm256_andnot_pd(sign, a.high)};
}
static inline __m256d four_of(uint32_t mask) {
    return _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes_of(mask))));
}
static inline Doubles either(Mask first, Doubles a, Doubles b) {
    return {_mm256_blendv_pd(b.low, a.low, four_of(first)), _mm256_blendv_pd(b.high, a.high, four_of(first >> 4))};
}
static inline Mask not_below(Doubles a, Doubles b) {
    return static_cast<Mask>(_mm256_movemask_pd(_mm256_cmp_pd(a.low, b.low, _CMP_GE_OQ)) |
                             _mm256_movemask_pd(_mm256_cmp_pd(a.high, b.high, _CMP_GE_OQ)) << 4);
}

// Sixteen doubles as floats.
static inline Floats narrowed(Doubles a, Doubles b) {
    return {_mm256_set_m128(_mm256_cvtpd_ps(a.high), _mm256_cvtpd_ps(a.low)),
            _mm256_set_m128(_mm256_cvtpd_ps(b.high), _mm256_cvtpd_ps(b.low))};
}

// A table of 64 floats.
struct FloatTable {
    const float *floats;
    explicit FloatTable(const float *floats) : floats(floats) {}
    // What stands at sixteen places.
    Floats operator()(const uint8_t *places) const { return {eight(places), eight(places + 8)}; }
    __m256 eight(const uint8_t *at) const {
        return _mm256_set_ps(floats[at[7]], floats[at[6]], floats[at[5]], floats[at[4]], floats[at[3]],
                             floats[at[2]], floats[at[1]], floats[at[0]]);
    }
};

// Sums of any of sixteen floats, by a bit for each: from tables of all sets of three.
struct SetSums {
    __m256 of[6];
    explicit SetSums(Floats floats) {
        alignas(32) float one[18] = {};
        floats.store(one);
        const __m256i places = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
        for (int g = 0; g < 6; ++g) {
            of[g] = _mm256_setzero_ps();
            for (int b = 0; b < 3; ++b) {
                const __m256 has = _mm256_castsi256_ps(_mm256_srai_epi32(_mm256_slli_epi32(places, 31 - b), 31));
                of[g] = _mm256_add_ps(of[g], _mm256_and_ps(has, _mm256_set1_ps(one[3 * g + b])));
            }
        }
    }
    Floats operator()(Ints sets) const { return {eight(sets.low), eight(sets.high)}; }
    __m256 eight(__m256i sets) const {
        __m256 sum = _mm256_permutevar8x32_ps(of[0], sets);
        for (int g = 1; g < 6; ++g) sum = _mm256_add_ps(sum, _mm256_permutevar8x32_ps(of[g], _mm256_srli_epi32(sets, 3 * g)));
        return sum;
    }
};

// A bit for each of 32 numbers: whether the one that its lowest three bits name is set in a byte of its own.
static inline uint32_t set_in(__m256i bytes, __m256i numbers) {
    const __m256i names = _mm256_and_si256(numbers, _mm256_set1_epi8(7));
    const __m256i bit = _mm256_shuffle_epi8(_mm256_set1_epi64x(0x8040201008040201ll), names);
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)));
}

// A bit for each of so many numbers below 64: whether it is in a set.
static inline uint32_t inside(uint64_t set, __m256i numbers) {
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(numbers, 3), _mm256_set1_epi8(7));
    return set_in(_mm256_shuffle_epi8(_mm256_set1_epi64x(static_cast<long long>(set)), upper), numbers);
}
static inline uint64_t inside(uint64_t set, const uint8_t *numbers, uint32_t size) {
    const auto *half = reinterpret_cast<const __m256i *>(numbers);
    const uint64_t low = inside(set, _mm256_loadu_si256(half));
    return size <= 32 ? low : low | uint64_t{inside(set, _mm256_loadu_si256(half + 1))} << 32;
}

// A set of bytes, each said by one that is 0 or 1, and which of 64 bytes are in it, a bit each.
struct ByteSet {
    __m256i tables[2];  // a bit for each byte, by its upper five bits: 16 bytes, twice over

    explicit ByteSet(const uint8_t *chosen) {
        const auto marks = marks_of(chosen);
        for (size_t half = 0; half < 2; ++half)
            tables[half] = _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i *>(&marks[2 * half])));
    }

    uint64_t bits(const uint8_t *bytes) const {
        const auto *half = reinterpret_cast<const __m256i *>(bytes);
        return bits(_mm256_loadu_si256(half)) | uint64_t{bits(_mm256_loadu_si256(half + 1))} << 32;
    }

    uint32_t bits(__m256i byte) const {
        const __m256i group = _mm256_and_si256(_mm256_srli_epi16(byte, 3), _mm256_set1_epi8(15));
        const __m256i low = _mm256_shuffle_epi8(tables[0], group), high = _mm256_shuffle_epi8(tables[1], group);
        return set_in(_mm256_blendv_epi8(low, high, byte), byte);
    }
};

// 64 bytes, of which few are told apart one after the other.
constexpr int FEW_BYTES = 20;
struct Bytes {
    __m256i low, high;
    explicit Bytes(const uint8_t *from)
        : low(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from))),
          high(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + 32))) {}
    uint64_t like(uint8_t byte) const {
        const __m256i wanted = _mm256_set1_epi8(static_cast<char>(byte));
        const uint32_t first = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)));
        const uint32_t second = static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)));
        return first | uint64_t{second} << 32;
    }
};
