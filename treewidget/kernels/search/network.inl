// Few numbers sorted in registers, by a bitonic network: which are compared does not depend on what they are,
// so that no branch is guessed wrong (K. E. Batcher, Sorting networks and their applications, 1968).

struct Network {
    uint32_t *const held;
    const size_t count;  // of registers, which hold sixteen numbers each

    // Sort, in whole registers.
    Network(uint32_t *numbers, size_t size) : held(numbers), count((size + LANES - 1) / LANES) {
        for (size_t i = 0; i < count; ++i) put(i, sorted(at(i)));
        for (size_t width = 2; width / 2 < count; width *= 2) merge(width);
    }

    Ints at(size_t i) const { return Ints::load(held + i * LANES); }
    void put(size_t i, const Ints &x) { x.store(held + i * LANES); }

    // Lower numbers to the lower places, of those whose places differ by some bits.
    template <int bits>
    static Ints settled(const Ints &x) {
        const Ints other = x.exchanged<bits>();
        return upper_from<bits>(lower(x, other), higher(x, other));
    }

    static Ints sorted(Ints x) {
        x = settled<1>(x);
        x = settled<1>(settled<3>(x));
        x = settled<1>(settled<2>(settled<7>(x)));
        return finished(settled<15>(x));
    }

    // What rises and falls within a register.
    static Ints finished(const Ints &x) { return settled<1>(settled<2>(settled<4>(settled<8>(x)))); }

    // Merge registers that are sorted in stretches of half that width. Those behind the last would be higher
    // than all there are, and stay where they are.
    void merge(size_t width) {
        for (size_t begin = 0; begin + width / 2 < count; begin += width)
            for (size_t i = 0; i < width / 2; ++i)
                if (const size_t a = begin + i, b = begin + width - 1 - i; b < count) settle(a, b, at(b).exchanged<15>());
        for (size_t step = width / 4; step; step /= 2)
            for (size_t i = 0; i + step < count; ++i)
                if (!(i & step)) settle(i, i + step, at(i + step));
        for (size_t i = 0; i < count; ++i) put(i, finished(at(i)));
    }

    void settle(size_t a, size_t b, const Ints &other) {
        const Ints own = at(a);
        put(a, lower(own, other)), put(b, higher(own, other));
    }
};
