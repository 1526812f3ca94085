// The codes of rows that are to be sorted, laid out in the order of those rows: read as the frame has
// them and put where they belong, which spares each chunk a walk through all of memory.

struct Gathered {
    static constexpr size_t SHARE = 4, LEAST = 16;  // one row in so many: at once; or else not at all
    const Data &data;
    Scratch memory, numbers;
    const int32_t *codes = nullptr;
    size_t size = 0;

    explicit Gathered(const Data &data) : data(data) {}

    const int32_t *of(size_t column) const { return codes + column * (size + 1); }

    // Those of some chunks, one behind the other; false where they are so few that it does not pay.
    bool gather(const std::vector<Slice<const uint32_t>> &chunks, int threads, const Control &control) {
        size = 0;
        for (const auto &rows : chunks) size += rows.size;
        if (size <= data.rows / LEAST) return false;
        uint32_t *const places = numbers.room<uint32_t>(data.rows);
        uint32_t place = 0;
        std::fill_n(places, data.rows, static_cast<uint32_t>(size));  // where nobody looks
        for (const auto &rows : chunks)
            for (const uint32_t row : rows) places[row] = place++;
        int32_t *const to = memory.room<int32_t>(data.columns.size() * (size + 1));
        parallel(data.columns.size(), threads, [&](size_t c) {
            control.check();
            const int32_t *from = data.columns[c].codes;
            for (size_t row = 0; row < data.rows; ++row) to[c * (size + 1) + places[row]] = from[row];
        });
        codes = to;
        return true;
    }
};
