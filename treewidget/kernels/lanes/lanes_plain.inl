// Lanes as arrays, of which a compiler makes what it can.

template <class T, size_t N>
struct Lanes {
    static constexpr size_t LANES = N;
    T v[N];

    template <class Body>
    static Lanes each(const Body &body) {
        Lanes made;
        for (size_t i = 0; i < N; ++i) made.v[i] = body(i);
        return made;
    }
    template <class Test>
    static Mask mask(const Test &test) {
        Mask made = 0;
        for (size_t i = 0; i < N; ++i) made = static_cast<Mask>(made | uint32_t{test(i)} << i);
        return made;
    }
    static Lanes of(T x) { return each([&](size_t) { return x; }); }
    static Lanes load(const T *from) { return each([&](size_t i) { return from[i]; }); }
    void store(T *to) const { std::copy_n(v, N, to); }
    Lanes operator+(const Lanes &b) const { return each([&](size_t i) { return v[i] + b.v[i]; }); }
    Lanes operator-(const Lanes &b) const { return each([&](size_t i) { return v[i] - b.v[i]; }); }
    Lanes operator*(const Lanes &b) const { return each([&](size_t i) { return v[i] * b.v[i]; }); }
    Lanes operator/(const Lanes &b) const { return each([&](size_t i) { return v[i] / b.v[i]; }); }
    Lanes operator&(const Lanes &b) const { return each([&](size_t i) { return v[i] & b.v[i]; }); }
    Lanes operator|(const Lanes &b) const { return each([&](size_t i) { return v[i] | b.v[i]; }); }
    Lanes operator^(const Lanes &b) const { return each([&](size_t i) { return v[i] ^ b.v[i]; }); }
    Lanes last() const { return of(v[N - 1]); }
    T sum() const {  // in pairs, as wide registers add
        Lanes left = *this;
        for (size_t half = N / 2; half; half /= 2)
            for (size_t i = 0; i < half; ++i) left.v[i] += left.v[i + half];
        return left.v[0];
    }
    T top() const { return *std::max_element(v, v + N); }
    // Each with those before it.
    Lanes summed() const {
        T sum = 0;
        return each([&](size_t i) { return sum += v[i]; });
    }
};

struct Ints : Lanes<uint32_t, 16> {
    Ints(const Lanes &given) : Lanes(given) {}
    Ints() = default;
    static Ints of(int32_t x) { return Lanes::of(static_cast<uint32_t>(x)); }
    static Ints steps(int32_t first) {
        return each([&](size_t i) { return static_cast<uint32_t>(first) + static_cast<uint32_t>(i); });
    }
    Ints operator<<(int bits) const { return each([&](size_t i) { return v[i] << bits; }); }
    Ints operator>>(int bits) const { return each([&](size_t i) { return v[i] >> bits; }); }
    // Each with the one whose place differs by some bits.
    template <size_t bits>
    Ints exchanged() const { return each([&](size_t i) { return v[i ^ bits]; }); }
};

static inline Ints lower(const Ints &a, const Ints &b) {
    return Ints::each([&](size_t i) { return std::min(a.v[i], b.v[i]); });
}
static inline Ints higher(const Ints &a, const Ints &b) {
    return Ints::each([&](size_t i) { return std::max(a.v[i], b.v[i]); });
}
// Those from `b` whose places have the highest of some bits.
template <size_t bits>
static inline Ints upper_from(const Ints &a, const Ints &b) {
    constexpr size_t highest = bits > 7 ? 8 : bits > 3 ? 4 : bits > 1 ? 2 : 1;
    return Ints::each([&](size_t i) { return i & highest ? b.v[i] : a.v[i]; });
}

static inline Mask same(const Ints &a, const Ints &b) {
    return Ints::mask([&](size_t i) { return a.v[i] == b.v[i]; });
}
static inline Mask not_below(const Ints &a, const Ints &b) {  // with signs
    return Ints::mask([&](size_t i) { return static_cast<int32_t>(a.v[i]) >= static_cast<int32_t>(b.v[i]); });
}
static inline Mask above(const Ints &a, const Ints &b) {  // without
    return Ints::mask([&](size_t i) { return a.v[i] > b.v[i]; });
}

// Write the chosen numbers one after the other; returns where the next belongs.
static inline uint32_t *put(uint32_t *to, Mask chosen, const Ints &x) {
    for (size_t i = 0; i < LANES; ++i) *to = x.v[i], to += chosen >> i & 1;
    return to;
}

// How many bits of a mask are set up to each one.
static inline Ints counted(Mask bits) {
    const uint32_t first = ones(bits & 0xFF);
    return Ints::each([&](size_t i) {
        return i < 8 ? static_cast<uint32_t>(UPTO[bits & 0xFF] >> 8 * i & 0xFF)
                     : first + static_cast<uint32_t>(UPTO[bits >> 8] >> 8 * (i - 8) & 0xFF);
    });
}

struct Floats : Lanes<float, 16> {
    Floats(const Lanes &given) : Lanes(given) {}
    Floats() = default;
    using Lanes::of;
    // Of a table of sixteen, what stands at some places.
    Floats at(const Ints &places) const { return each([&](size_t i) { return v[places.v[i] & 15]; }); }
    static Floats of(const Ints &x) { return each([&](size_t i) { return static_cast<float>(static_cast<int32_t>(x.v[i])); }); }
};
struct Doubles : Lanes<double, 8> {
    Doubles(const Lanes &given) : Lanes(given) {}
    Doubles() = default;
    using Lanes::of;
    static Doubles of(double a, double b, double c, double d, double e, double f, double g, double h) {
        return Lanes{{a, b, c, d, e, f, g, h}};
    }
};

static inline Floats fused(const Floats &a, const Floats &b, const Floats &c) { return a * b + c; }

template <class T, size_t N>
static Lanes<T, N> larger(const Lanes<T, N> &a, const Lanes<T, N> &b) {
    return Lanes<T, N>::each([&](size_t i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
template <class T, size_t N>
static Lanes<T, N> either(Mask first, const Lanes<T, N> &a, const Lanes<T, N> &b) {
    return Lanes<T, N>::each([&](size_t i) { return first >> i & 1 ? a.v[i] : b.v[i]; });
}
static inline Mask same(const Floats &a, const Floats &b) {
    return Floats::mask([&](size_t i) { return a.v[i] == b.v[i]; });
}
static inline Mask not_below(const Floats &a, const Floats &b) {  // or no number
    return Floats::mask([&](size_t i) { return !(a.v[i] < b.v[i]); });
}
static inline Mask not_below(const Doubles &a, const Doubles &b) {
    return Doubles::mask([&](size_t i) { return a.v[i] >= b.v[i]; });
}
static inline Doubles magnitude(const Doubles &a) {
    return Doubles::each([&](size_t i) { return a.v[i] < 0 ? -a.v[i] : a.v[i]; });
}

// Sixteen doubles as floats.
static inline Floats narrowed(const Doubles &low, const Doubles &high) {
    return Floats::each([&](size_t i) { return static_cast<float>(i < 8 ? low.v[i] : high.v[i - 8]); });
}

// A table of 64 floats.
struct FloatTable {
    const float *floats;
    explicit FloatTable(const float *floats) : floats(floats) {}
    // What stands at sixteen places.
    Floats operator()(const uint8_t *places) const {
        return Floats::each([&](size_t i) { return floats[places[i]]; });
    }
};

// Sums of any of sixteen floats, by a bit for each: from tables of all sets of four.
struct SetSums {
    float of[4][16] = {};
    explicit SetSums(const Floats &floats) {
        for (int g = 0; g < 4; ++g)
            for (uint32_t set = 1; set < 16; ++set)
                of[g][set] = of[g][set & (set - 1)] + floats.v[4 * g + __builtin_ctz(set)];
    }
    Floats operator()(const Ints &sets) const {
        return Floats::each([&](size_t i) {
            const uint32_t set = sets.v[i];
            return of[0][set & 15] + of[1][set >> 4 & 15] + of[2][set >> 8 & 15] + of[3][set >> 12 & 15];
        });
    }
};

// A bit for each of so many numbers below 64: whether it is in a set.
static inline uint64_t inside(uint64_t set, const uint8_t *numbers, uint32_t size) {
    uint64_t found = 0;
    for (uint32_t i = 0; i < size; ++i) found |= (set >> numbers[i] & 1) << i;
    return found;
}

// A set of bytes, each said by one that is 0 or 1, and which of 64 bytes are in it, a bit each.
struct ByteSet {
    uint8_t in[256];
    explicit ByteSet(const uint8_t *chosen) { std::copy_n(chosen, 256, in); }

    uint64_t bits(const uint8_t *bytes) const {
        uint64_t found = 0;
        for (size_t i = 0; i < 64; ++i) found |= uint64_t{in[bytes[i]]} << i;
        return found;
    }
};

// 64 bytes; to tell a few apart one after the other does not pay.
constexpr int FEW_BYTES = 0;
struct Bytes {
    const uint8_t *v;
    explicit Bytes(const uint8_t *from) : v(from) {}
    uint64_t like(uint8_t byte) const {
        uint64_t found = 0;
        for (int i = 0; i < 64; ++i) found |= uint64_t{v[i] == byte} << i;
        return found;
    }
};
