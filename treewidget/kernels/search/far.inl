// Nodes of more rows than lists hold, by absolute errors: bins tell little of medians, so that each column is sorted.

struct Far {
    const Data &data;
    const Task &task;
    const Control &control;
    std::vector<int> every;           // column, by its number
    std::vector<uint32_t> by_target;  // the growth's rows: each node's stretch of them in the order of the target
    ByTarget targets;                 // of the node that is looked at
    struct Desk {
        Series series;
        Medians medians;
        Ways ways;
        Scratch keys, spare;
    };
    Pool<Desk> desks;

    // Rows come as `borders` part them between the growth's starts.
    Far(const Data &data, const Task &task, const Control &control, const std::vector<uint32_t> &rows,
        const std::vector<int64_t> &borders)
        : data(data), task(task), control(control), every(data.columns.size()) {
        std::iota(every.begin(), every.end(), 0);
        by_target.reserve(rows.size());
        for (size_t i = 0; i + 1 < borders.size(); ++i) {
            const Slice<const uint32_t> held{rows.data() + borders[i], static_cast<size_t>(borders[i + 1] - borders[i])};
            const std::vector<double> values = picked(data.values, held);
            for (const uint32_t number : in_order_of(values.data(), values.size())) by_target.push_back(held[number]);
        }
    }

    // Put a node's rows in the order of their target; returns their mean absolute error.
    double order_targets(size_t begin, size_t end) {
        return targets.fill(data, {by_target.data() + begin, end - begin}, data.rows);
    }

    // The best split of each of some columns, an empty one where it has none. Says when it is done with how many.
    template <class Tell>
    std::vector<Pick> search(Slice<const uint32_t> rows, const Place &place, const std::vector<int> &columns,
                             const Tell &tell) {
        std::vector<Pick> picks(columns.size());
        std::atomic<size_t> done{0};
        parallel(picks.size(), task.threads, [&](size_t i) {
            control.check();
            Desk desk = desks.take();
            desk.medians.heard = &control;
            picks[i] = search_column(static_cast<size_t>(columns[i]), rows, place, desk);
            desks.give(std::move(desk));
            tell(++done);
        });
        return picks;
    }

    Pick search_column(size_t c, Slice<const uint32_t> rows, const Place &place, Desk &desk) {
        const Column &column = data.columns.at(c);
        Series &series = desk.series;
        uint64_t *const keys = desk.keys.room<uint64_t>(rows.size);
        series.places.resize(rows.size), series.known = 0;
        size_t gone = rows.size;
        reading(column.codes, [&](auto codes) {
            for (const uint32_t row : rows) {
                const int32_t code = codes[row];
                if (code < 0) series.places[--gone] = targets.place_of[row];
                else keys[series.known++] = uint64_t{static_cast<uint32_t>(code)} << 32 | targets.place_of[row];
            }
        });
        sort_keys(keys, desk.spare.room<uint64_t>(rows.size), series.known, static_cast<uint64_t>(column.keys));
        series.ends.resize(series.known);
        for (size_t i = 0; i < series.known; ++i) {
            series.places[i] = static_cast<uint32_t>(keys[i]);
            series.ends[i] = i + 1 == series.known || keys[i] >> 32 != keys[i + 1] >> 32;
        }
        const int number = static_cast<int>(c);
        if (!series.known) return {};
        if (!column.ordered)
            return search_levels(number, lines(column, data, rows), targets, series, place, desk.medians, desk.ways);
        desk.ways.clear(NONE);
        desk.medians.walk(desk.ways, targets, series, place, [](size_t i) { return static_cast<int32_t>(i); });
        Pick pick = desk.ways.pick(number, static_cast<int64_t>(rows.size - series.known), place);
        if (pick.column < 0) return pick;
        const size_t at = static_cast<size_t>(pick.at);
        pick.at = static_cast<int32_t>(keys[at] >> 32), pick.known = at + 1 == series.known;
        if (pick.known) pick.missing = 1;
        else pick.low = pick.at, pick.high = static_cast<int32_t>(keys[at + 1] >> 32);
        return pick;
    }

    // Part a node's rows; returns where branch 1 begins.
    size_t split(uint32_t *rows, size_t begin, size_t end, const Pick &pick) {
        part_stretch(by_target.data(), begin, end, pick);
        return part_stretch(rows, begin, end, pick);
    }

    size_t part_stretch(uint32_t *rows, size_t begin, size_t end, const Pick &pick) const {
        const Codes &codes = data.columns[static_cast<size_t>(pick.column)].codes;
        const bool ordered = data.columns[static_cast<size_t>(pick.column)].ordered;
        const auto middle = std::stable_partition(rows + begin, rows + end, [&](uint32_t row) {
            const int32_t code = codes[row];
            if (code < 0) return !pick.missing;
            return ordered ? code <= pick.at : std::binary_search(pick.levels.begin(), pick.levels.end(), code);
        });
        return static_cast<size_t>(middle - rows);
    }
};
