// The best split of a nominal column from the table of its levels, as induction/search/subsets.py.

constexpr int EXHAUSTIVE = 10;

// One line a level present, ascending.
struct Levels {
    std::vector<int32_t> codes;
    std::vector<int64_t> rows;
    std::vector<double> stats;
    int64_t missing_rows = 0;
    std::vector<double> missing;
};

// The levels in the order in which the best groups of two classes, or of means, are contiguous.
static std::vector<int> level_order(const Levels &table, const Place &place) {
    const int stats = place.data->searched(), classes = place.data->classes;
    const int levels = static_cast<int>(table.codes.size());
    int last = classes ? 0 : 1;  // the mean, or the share of the last class present
    for (int i = 0; i < levels * classes; ++i)
        if (table.stats[i] != 0) last = std::max(last, i % classes);
    std::vector<double> score(levels);
    std::vector<int> order(levels);
    for (int i = 0; i < levels; ++i) {
        const double *line = &table.stats[static_cast<size_t>(i) * stats];
        const double weight = weight_of(line, classes);
        order[i] = i;
        score[i] = weight > 0 ? line[last] / weight : std::numeric_limits<double>::infinity();
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score[a] < score[b]; });
    return order;
}

// Whether every group has to be tried: no order of the levels is known to hold the best one.
static bool several_orders(const Place &place) {
    int present = 0;
    for (int k = 0; k < place.data->classes; ++k) present += place.whole[k] != 0;
    return place.data->classes && present > 2;
}

static bool limits_bind(const Task &task) { return task.leaf_rows > 1 || task.leaf_weight > 0; }

// Offer one side, without and with the missing rows.
static void offer_side(Ways &ways, int32_t at, int64_t rows, const std::vector<double> &stats,
                       const Levels &table, const Place &place) {
    const int classes = place.data->classes;
    if (place.allows(rows, weight_of(stats.data(), classes)))
        ways.against.offer(gain_of(stats.data(), place), at, rows, place);
    if (!table.missing_rows) return;
    std::vector<double> with(stats);
    for (size_t s = 0; s < with.size(); ++s) with[s] += table.missing[s];
    const int64_t both = rows + table.missing_rows;
    if (place.allows(both, weight_of(with.data(), classes)))
        ways.with.offer(gain_of(with.data(), place), at, both, place);
}

static Pick search_levels(int column, const Levels &table, const Place &place) {
    const int levels = static_cast<int>(table.codes.size()), width = place.data->searched();
    Ways ways;
    std::vector<int> order(levels);
    for (int i = 0; i < levels; ++i) order[i] = i;
    const bool every = levels >= 2 && levels <= EXHAUSTIVE &&
                       (several_orders(place) || limits_bind(*place.task));
    std::vector<double> stats(width);
    if (every) {
        for (int32_t line = 0; line < 1 << (levels - 1); ++line) {
            std::fill(stats.begin(), stats.end(), 0.0);
            int64_t rows = 0;
            for (int i = 0; i < levels; ++i) {
                if (i && !(line >> (i - 1) & 1)) continue;
                rows += table.rows[i];
                for (int s = 0; s < width; ++s) stats[s] += table.stats[i * width + s];
            }
            offer_side(ways, line, rows, stats, table, place);
        }
    } else {
        if (levels >= 2) order = level_order(table, place);
        int64_t rows = 0;
        for (int32_t line = 0; line < levels; ++line) {
            rows += table.rows[order[line]];
            for (int s = 0; s < width; ++s) stats[s] += table.stats[order[line] * width + s];
            offer_side(ways, line, rows, stats, table, place);
        }
    }
    Pick pick = ways.pick(column, table.missing_rows, place);
    if (pick.column < 0) return pick;
    std::vector<char> side(levels, 0);
    for (int i = 0; i < levels; ++i)
        side[every ? i : order[i]] = every ? !i || (pick.at >> (i - 1) & 1) : i <= pick.at;
    const bool first = side[0];  // the first group always holds the first level present
    if (!first) pick.missing = !pick.missing;
    for (int i = 0; i < levels; ++i)
        if (static_cast<bool>(side[i]) == first) pick.levels.push_back(table.codes[i]);
    pick.known = static_cast<int>(pick.levels.size()) == levels;
    if (pick.known) pick.missing = 1;
    return pick;
}
