// Codes of rows as the entries of a list: the rows in the order of their codes, and those as ranks.

constexpr uint32_t RANK_MISSING = 0xFFFF;
constexpr size_t PAD = 16;  // lists are read and written in whole registers; behind them lies row 0

static inline uint32_t rank_of(uint32_t entry) { return entry >> 16; }
static inline uint32_t row_of(uint32_t entry) { return entry & 0xFFFF; }

// Which of sixteen entries are the last of their value.
static inline Mask ends_of(const uint32_t *entry) {
    return above(Ints::load(entry) ^ Ints::load(entry + 1), Ints::of(0xFFFF));
}

struct Ranks {
    static constexpr size_t MOST = WIDE ? 4096 : 0;  // rows that are sorted in registers
    const size_t size;
    Buffer<uint64_t> keys, other;
    uint32_t *const codes = reinterpret_cast<uint32_t *>(other.data());  // of the rows: to be written
    uint32_t missing = 0;  // in their stead, where a row has none

    explicit Ranks(size_t size) : size(size), keys(size + 2 * PAD), other(size) {}

    void write(uint32_t *entries) {
        // From the lowest code on: a node deep down has few of a column's codes, which share their leading bits.
        uint32_t low = ~uint32_t{0}, high = 0;
        for (size_t i = 0; i < size; ++i) low = std::min(low, codes[i]), high = std::max(high, codes[i] + 1);  // 0: missing
        missing = high ? high - low : 0;
        for (size_t i = 0; i < size; ++i) codes[i] = std::min(codes[i] - low, missing);
        const size_t gone = static_cast<size_t>(std::count(codes, codes + size, missing));
        if (size <= MOST) write_few(entries);
        else write_many(entries);
        for (size_t i = size - gone; i < size; ++i) entries[i] |= RANK_MISSING << 16;
    }

    void write_many(uint32_t *entries) {
        for (size_t i = 0; i < size; ++i) keys[i] = uint64_t{codes[i]} << 32 | i;
        sort_keys(keys.data(), other.data(), size, missing);
        uint32_t rank = 0;
        for (size_t i = 0, before = keys[0] >> 32; i < size; ++i) {
            const size_t code = keys[i] >> 32;
            rank += uint32_t{code != std::exchange(before, code)} << 16;
            entries[i] = rank | static_cast<uint16_t>(keys[i]);
        }
    }

    // The leading bits of codes above the rows' numbers: sorted as numbers of 32 bits.
    struct Few {
        uint32_t *keys;
        const uint32_t *codes;
        size_t size;
        uint32_t number = 0;  // the bits of a key that are not the code's
        bool whole = true;    // whether all of the code is in a key

        Few(const Ranks &all)
            : keys(reinterpret_cast<uint32_t *>(all.keys.data()) + PAD), codes(all.codes), size(all.size) {
            int bits = 0, shift = 0;
            while (size > size_t{1} << bits) ++bits;
            number = (uint32_t{1} << bits) - 1;
            while (all.missing >> shift > (~uint32_t{0} >> bits) - 1) ++shift;
            whole = !shift;
            for (size_t i = 0; i < size; ++i) keys[i] = codes[i] >> shift << bits | static_cast<uint32_t>(i);
            std::fill_n(keys + size, PAD, ~uint32_t{0});
            Network(keys, size);
            keys[-1] = ~keys[0];
            if (!whole) sort_alike();
        }

        uint32_t code(size_t i) const { return codes[keys[i] & number]; }

        // Which of sixteen keys begin otherwise than those before them.
        uint32_t begins(size_t i) const {
            return above(Ints::load(keys + i) ^ Ints::load(keys + i - 1), Ints::of(static_cast<int32_t>(number)));
        }

        // Sort keys that begin alike by all of their codes.
        void sort_alike() {
            for (size_t i = 0; i < size;) {
                const uint32_t alike = ~begins(i) & first_lanes(size - i);
                if (!alike) {
                    i += LANES;
                    continue;
                }
                const size_t from = i + static_cast<size_t>(__builtin_ctz(alike)) - 1;
                for (i = from; i < size && (keys[i] | number) == (keys[from] | number);) ++i;
                std::sort(keys + from, keys + i, [&](uint32_t a, uint32_t b) {
                    const uint32_t one = codes[a & number], two = codes[b & number];
                    return one != two ? one < two : a < b;
                });
            }
        }

        // Which of sixteen have another code than those before them.
        uint32_t changes(size_t i) const {
            uint32_t found = begins(i);
            for (uint32_t left = whole ? 0 : ~found & first_lanes(size - i); left; left &= left - 1) {
                const uint32_t j = static_cast<uint32_t>(__builtin_ctz(left));
                found |= uint32_t{code(i + j) != code(i + j - 1)} << j;
            }
            return found;
        }
    };

    void write_few(uint32_t *entries) {
        const Few few(*this);
        const Ints number = Ints::of(static_cast<int32_t>(few.number));
        uint32_t ranks = 0;
        for (size_t i = 0; i < size; i += LANES) {
            const Mask changes = static_cast<Mask>(few.changes(i));
            const Ints rank = counted(changes) + Ints::of(static_cast<int32_t>(ranks) - 1);
            ((rank << 16) | (Ints::load(few.keys + i) & number)).store(entries + i);
            ranks += ones(changes);
        }
        std::fill_n(entries + size, PAD, 0);
    }
};
