// Bins of some columns' rows, a byte each, on their way to two branches.

// Where they lie, and where they are to lie.
struct Plane {
    const uint8_t *from;
    uint8_t *to;
};

// The first bytes whose bit is not set, once more: the register with the last of the others lies over them.
static void write_first(const uint8_t *from, const uint64_t *bits, size_t size, uint8_t *to) {
    const uint8_t *const end = to + 64;
    for (size_t i = 0; i < size; i += 64)
        for (uint64_t open = ~bits[i / 64] & first_bits(size - i); open; open &= open - 1) {
            *to++ = from[i + static_cast<size_t>(__builtin_ctzll(open))];
            if (to == end) return;
        }
}

// The fewer are put aside, and come back to where the others made room.
template <size_t C>
static void part_planes_in_place(const std::array<uint8_t *, C> &planes, const uint64_t *bits, size_t size,
                                 size_t lows, const std::array<uint8_t *, C> &aside) {
    std::array<const uint8_t *, C> from;
    std::array<uint8_t *, C> ends;
    for (size_t c = 0; c < C; ++c) from[c] = planes[c], ends[c] = aside[c] + lows;
    const bool few = lows < size / 2;
    if (few) part_back<C>(planes, bits, size, ends);
    else part_by_bits<uint8_t, C>(from, bits, size, planes, aside);
    for (size_t c = 0; c < C; ++c)
        few ? std::copy_n(aside[c], lows, planes[c]) : std::copy_n(aside[c], size - lows, planes[c] + lows);
}

// Those whose bit is set, `lows` of them, to the front; the others behind them, if they are `kept`.
template <size_t C>
static void part_planes(const Plane *planes, const uint64_t *bits, size_t size, size_t lows, bool kept, Scratch &spare) {
    const size_t apart = size + 128;
    uint8_t *const room = spare.room<uint8_t>(C * apart) + 64;
    std::array<const uint8_t *, C> from;
    std::array<uint8_t *, C> to, behind, aside;
    for (size_t c = 0; c < C; ++c) {
        from[c] = planes[c].from, to[c] = planes[c].to;
        behind[c] = to[c] + lows, aside[c] = room + c * apart;
    }
    if (from[0] == to[0]) return part_planes_in_place<C>(to, bits, size, lows, aside);
    part_by_bits<uint8_t, C>(from, bits, size, to, kept ? behind : aside);
    for (size_t c = 0; kept && c < C; ++c) write_first(from[c], bits, size, behind[c]);
}
