// Looks at values and their places on a grid, without a branch: written for wide registers.

static void look_along(const uint64_t *bits, size_t size, Look &look) {
    uint64_t most = 0, infinite = 0, negative_zero = 0;
    for (size_t i = 0; i < size; ++i) {
        const uint64_t magnitude = bits[i] & ~SIGN;
        most = std::max(most, magnitude);
        infinite |= magnitude == INFINITE ? 1 : 0;
        negative_zero |= bits[i] == SIGN ? 1 : 0;
    }
    look.missing |= most > INFINITE;
    look.infinite |= infinite != 0, look.negative_zero |= negative_zero != 0;
}

template <Kind kind, bool gaps>
bool there(const Stride &values, size_t i) {
    const bool number = kind != Kind::floats || (values.bits[i] & ~SIGN) <= INFINITE;
    return gaps ? number & !values.missing[i] : number;
}

// All bits where a condition holds.
static uint64_t mask(bool holds) { return -static_cast<uint64_t>(holds); }

template <Kind kind, bool gaps>
void reach(const Stride &values, Ends &ends) {
    uint64_t low = ends.low, below = ends.below, above = ends.above, high = ends.high;
    uint64_t any = ends.any, zero = ends.zero;
    for (size_t i = 0; i < values.size; ++i) {
        const uint64_t key = ordered<kind>(values.bits[i]), here = mask(there<kind, gaps>(values, i));
        const uint64_t least = key | ~here, most = key & here;
        const uint64_t under = most & mask(most < SIGN), over = least | mask(least <= SIGN);
        low = least < low ? least : low, high = most > high ? most : high;
        below = under > below ? under : below, above = over < above ? over : above;
        any |= most, zero |= mask(most == SIGN);
    }
    ends = {low, below, above, high, any, zero};
}

template <Kind kind, bool gaps>
void place(const Stride &values, const Grid &grid, int32_t *codes) {
    const uint64_t low = grid.low, above = grid.above, at_zero = static_cast<uint64_t>(grid.negatives);
    const uint64_t next = at_zero + static_cast<uint64_t>(grid.zero);
    const int zeros = grid.zeros;
    for (size_t i = 0; i < values.size; ++i) {
        const uint64_t key = ordered<kind>(values.bits[i]);
        const uint64_t first = key < SIGN ? low : above;
        const uint64_t stretch = (key - first) >> zeros;
        const uint64_t known = key < SIGN ? stretch : key == SIGN ? at_zero : stretch + next;
        codes[i] = there<kind, gaps>(values, i) ? static_cast<int32_t>(known) : -1;
    }
}

template <class Body>
void of_kind(const Stride &values, const Body &body) {
    using F = std::integral_constant<Kind, Kind::floats>;
    using I = std::integral_constant<Kind, Kind::integers>;
    using N = std::integral_constant<Kind, Kind::naturals>;
    if (values.kind == Kind::floats) body(F());
    else if (values.kind == Kind::integers) body(I());
    else body(N());
}

static void reach_along(const Stride &values, Ends &ends) {
    of_kind(values, [&](auto kind) {
        if (values.missing) reach<kind(), true>(values, ends);
        else reach<kind(), false>(values, ends);
    });
}

static void place_along(const Stride &values, const Grid &grid, int32_t *codes) {
    of_kind(values, [&](auto kind) {
        if (values.missing) place<kind(), true>(values, grid, codes);
        else place<kind(), false>(values, grid, codes);
    });
}
