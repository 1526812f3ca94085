// Rows that grow in a part of their own: what is read of them is laid out close together.

// Their codes, part by part. Read as the frame has them and put where they belong, which spares each
// part a walk through all of memory.
struct Gathered {
    static constexpr size_t SHARE = 4, LEAST = 16;  // one code in so many: at once; one row in so many: row by row
    const Data &data;
    Scratch memory, numbers, steps;
    const int32_t *codes = nullptr;
    size_t size = 0;

    explicit Gathered(const Data &data) : data(data) {}

    const int32_t *of(size_t column) const { return codes + column * size; }

    // How many rows are gathered at once.
    size_t most(bool in_bins) const {
        const auto spare = [&](const Column &column) { return in_bins && spared(column); };
        const size_t all = data.columns.size(), gone = std::count_if(data.columns.begin(), data.columns.end(), spare);
        return data.rows * all / (SHARE * std::max<size_t>(all - gone, 1));
    }

    // Whether bins tell all that is asked of a column.
    static bool spared(const Column &column) { return column.plain() && column.ordered; }

    // Of some stretches of rows. `in_bins`: bins are at hand.
    void gather(const std::vector<Slice<const uint32_t>> &parts, bool in_bins, int threads, const Control &control) {
        size = 0;
        for (const auto &part : parts) size += part.size;
        const Slice<const Move> all = moves(parts);
        int32_t *const to = memory.room<int32_t>(data.columns.size() * size);
        parallel(data.columns.size(), threads, [&](size_t c) {
            control.check();
            const Column &column = data.columns[c];
            if (in_bins && spared(column)) return;
            int32_t *const own = to + c * size;
            reading(column.codes, [&](auto from) {
                for (const Move &move : all) own[move.place] = from[move.row];
            });
        });
        codes = to;
    }

    // A row, and where its codes belong.
    struct Move {
        uint32_t row, place;
    };

    // The rows as the frame has them, or where they are few as they come.
    Slice<const Move> moves(const std::vector<Slice<const uint32_t>> &parts) {
        Move *const made = steps.room<Move>(size + 1), *next = made;
        uint32_t place = 0;
        if (size <= data.rows / LEAST) {
            for (const auto &part : parts)
                for (const uint32_t row : part) *next++ = {row, place++};
            return {made, size};
        }
        const uint32_t nowhere = static_cast<uint32_t>(size);
        uint32_t *const places = numbers.room<uint32_t>(data.rows);
        std::fill_n(places, data.rows, nowhere);
        for (const auto &part : parts)
            for (const uint32_t row : part) places[row] = place++;
        for (uint32_t row = 0; row < data.rows; ++row) {
            *next = {row, places[row]};
            next += places[row] != nowhere;
        }
        return {made, size};
    }
};

// A part's rows as a data set of their own, numbered as they came: in the order of their classes.
struct Excerpt {
    const LaidOut target;
    Data data;

    // Those whose codes were gathered from `offset` on; `binned` says whether bins are at hand.
    Excerpt(const Data &home, Slice<const uint32_t> rows, const Gathered &gathered, size_t offset, bool binned)
        : target(home, rows) {
        static_cast<Target &>(data) = target;
        data.rows = rows.size;
        for (size_t c = 0; c < home.columns.size(); ++c) {
            Column column;
            if (!binned || !Gathered::spared(home.columns[c])) column.codes = Codes(gathered.of(c) + offset);
            column.keys = home.columns[c].keys, column.ordered = home.columns[c].ordered;
            if (binned) column.bins = home.columns[c].bins, column.first = home.columns[c].first;
            data.columns.push_back(std::move(column));
        }
    }
};
