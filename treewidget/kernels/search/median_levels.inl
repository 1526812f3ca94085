// The groups of a nominal column's levels by absolute errors: every one of few levels, and those along the order of
// the levels' means of many, which need not hold the best.

// What sets of levels weigh up to some places, a block of rows after the other.
struct LevelBlocks {
    static constexpr uint32_t ROWS = 64;
    const ByTarget &rows;
    const size_t levels;                  // one more is for missing rows
    std::vector<uint8_t> level;           // of each place
    std::vector<double> upto, sums;       // of each block and level: weight, and weighted values, in front of it
    std::vector<double> below, above, negative;  // of each level: weight on either side of 0, and what lies below it

    LevelBlocks(const ByTarget &rows, const Series &series, size_t levels)
        : rows(rows), levels(levels), level(rows.size + 1, static_cast<uint8_t>(levels)), below(width()), above(width()),
          negative(width()) {
        uint8_t here = 0;
        for (size_t i = 0; i < series.known; here += series.ends[i++]) level[series.places[i]] = here;
        std::vector<double> weight(width()), sum(width());
        const auto close = [&] {
            upto.insert(upto.end(), weight.begin(), weight.end());
            sums.insert(sums.end(), sum.begin(), sum.end());
        };
        for (uint32_t i = 1; i <= rows.size; ++i) {
            if (i % ROWS == 1) close();
            const size_t k = level[i];
            const double one = rows.weight(i), value = one * rows.values[i];
            weight[k] += one, sum[k] += value;
            if (i < rows.first) below[k] += one, negative[k] += value;
            else if (i >= rows.last) above[k] += one;
        }
        close();
    }

    size_t width() const { return levels + 1; }

    static double over(const double *line, uint32_t set) {
        double all = 0;
        for (; set; set &= set - 1) all += line[__builtin_ctz(set)];
        return all;
    }

    double weight(uint32_t set) const { return over(upto.data() + upto.size() - width(), set); }

    // What the rows of a set save by a median of their own.
    double saved(uint32_t set) const {
        const double all = weight(set), half = all / 2;
        size_t low = 0, high = upto.size() / width() - 2;  // the last block in front of which no half lies
        while (low < high) {
            const size_t one = (low + high + 1) / 2;
            if (over(upto.data() + one * width(), set) < half) low = one;
            else high = one - 1;
        }
        double lighter = over(upto.data() + low * width(), set), lower = over(sums.data() + low * width(), set);
        uint32_t place = static_cast<uint32_t>(low) * ROWS + 1;
        for (uint32_t next = place; next <= rows.size; ++next) {
            if (!(set >> level[next] & 1)) continue;
            place = next;
            if (lighter + rows.weight(place) >= half) break;
            lighter += rows.weight(place), lower += rows.weight(place) * rows.values[place];
        }
        const double between = lower - over(negative.data(), set);
        return saved_by(rows.values[place], all, lighter, between, over(below.data(), set), over(above.data(), set));
    }
};

// A series whose levels stand in another order, and the level's number there of each row.
struct Reordered {
    Series series;
    std::vector<int32_t> line;

    Reordered(const Series &from, const Lines &table, const std::vector<int> &order) {
        std::vector<std::ptrdiff_t> begins = {0};
        for (const int64_t held : table.rows) begins.push_back(begins.back() + held);
        for (const int level : order) {
            const auto begin = from.places.begin() + begins[static_cast<size_t>(level)];
            series.places.insert(series.places.end(), begin, begin + table.rows[static_cast<size_t>(level)]);
            series.ends.resize(series.places.size()), series.ends.back() = 1;
            line.resize(series.places.size(), line.empty() ? 0 : line.back() + 1);
        }
        series.known = series.places.size();
        series.places.insert(series.places.end(), from.places.begin() + begins.back(), from.places.end());
    }
};

// Offer every group of a few levels that holds the first one, without and with the missing rows.
static void offer_groups(Ways &ways, const Lines &table, const LevelBlocks &blocks, const Place &place) {
    const uint32_t every = (uint32_t{2} << blocks.levels) - 1;
    for (int32_t line = 0; line < 1 << (blocks.levels - 1); ++line) {
        const uint32_t known = static_cast<uint32_t>(line) << 1 | 1;
        int64_t held = 0;
        for (uint32_t left = known; left; left &= left - 1) held += table.rows[static_cast<size_t>(__builtin_ctz(left))];
        for (int with = 0; with <= (table.missing_rows > 0); ++with) {
            const uint32_t set = known | static_cast<uint32_t>(with) << blocks.levels;
            const int64_t rows = held + (with ? table.missing_rows : 0);
            if (!place.allows(rows, blocks.weight(set))) continue;
            const double saved = blocks.saved(set) + blocks.saved(every & ~set);
            ways.raise(with > 0, saved / blocks.rows.total, line, rows, place);
        }
    }
}

// The best groups of a nominal column's levels; `table` has them as they stand in the series.
static Pick search_levels(int column, Lines table, const ByTarget &rows, const Series &series, const Place &place,
                          Medians &medians, Ways &ways) {
    const size_t levels = table.codes.size();
    recentre(table, place);
    ways.clear(NONE);
    std::vector<int> order;
    if (levels >= 2 && levels <= EXHAUSTIVE) {
        offer_groups(ways, table, LevelBlocks(rows, series, levels), place);
    } else {
        order = level_order(table, place);
        const Reordered along(series, table, order);
        medians.walk(ways, rows, along.series, place, [&](size_t i) { return along.line[i]; });
    }
    return pick_levels(column, table, order, place, ways);
}
