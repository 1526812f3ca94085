// Rows that grow in a part of their own: what is read of them is laid out close together.

// Their codes, part by part. Read as the frame has them and put where they belong, which spares each
// part a walk through all of memory.
struct Gathered {
    static constexpr size_t SHARE = 4, LEAST = 16;  // one row in so many: at once; or else row by row
    const Data &data;
    Scratch memory, numbers;
    const int32_t *codes = nullptr;
    size_t size = 0;

    explicit Gathered(const Data &data) : data(data) {}

    const int32_t *of(size_t column) const { return codes + column * (size + 1); }

    // Of some stretches of `rows`. The bins tell them, if they are given, where they hold one value each.
    void gather(const uint32_t *rows, const std::vector<Slice<const uint32_t>> &parts, const BinnedRows *bins,
                int threads, const Control &control) {
        size = 0;
        for (const auto &part : parts) size += part.size;
        const bool few = size <= data.rows / LEAST;
        const uint32_t *const places = few ? nullptr : number(parts);
        int32_t *const to = memory.room<int32_t>(data.columns.size() * (size + 1));
        parallel(data.columns.size(), threads, [&](size_t c) {
            control.check();
            const Column &column = data.columns[c];
            const int32_t *from = column.codes;
            int32_t *next = to + c * (size + 1);
            if (bins && column.plain()) {
                for (const auto &part : parts) {
                    const uint8_t *held = bins->column(c) + (part.data - rows);
                    for (size_t i = 0; i < part.size; ++i) *next++ = held[i] == column.bins ? -1 : held[i];
                }
            } else if (few) {
                for (const auto &part : parts)
                    for (const uint32_t row : part) *next++ = from[row];
            } else {
                for (size_t row = 0; row < data.rows; ++row) next[places[row]] = from[row];
            }
        });
        codes = to;
    }

    // Where the codes of each row belong; of all others, where nobody looks.
    const uint32_t *number(const std::vector<Slice<const uint32_t>> &parts) {
        uint32_t *const places = numbers.room<uint32_t>(data.rows);
        uint32_t place = 0;
        std::fill_n(places, data.rows, static_cast<uint32_t>(size));
        for (const auto &rows : parts)
            for (const uint32_t row : rows) places[row] = place++;
        return places;
    }
};

// A part's rows as a data set of their own, numbered as they came: in the order of their classes.
struct Excerpt {
    const LaidOut target;
    Data data;

    // Those whose codes were gathered from `offset` on; `binned` says whether bins are asked for.
    Excerpt(const Data &home, Slice<const uint32_t> rows, const Gathered &gathered, size_t offset, bool binned)
        : target(home, rows) {
        static_cast<Target &>(data) = target;
        data.rows = rows.size;
        for (size_t c = 0; c < home.columns.size(); ++c) {
            Column column;
            column.codes = gathered.of(c) + offset;
            column.keys = home.columns[c].keys, column.ordered = home.columns[c].ordered;
            if (binned) column.bins = home.columns[c].bins, column.first = home.columns[c].first;
            data.columns.push_back(std::move(column));
        }
    }
};
