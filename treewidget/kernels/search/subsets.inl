// The best split of a nominal column from the table of its levels, as induction/search/subsets.py.

constexpr int EXHAUSTIVE = 10;

// Whether more than two classes are present: then no order is sure to hold the best groups.
static bool several(const Place &place) {
    const auto present = std::count_if(place.whole.begin(), place.whole.end(), [](double k) { return k != 0; });
    return place.target->classes && present > 2;
}

// The levels in the order in which the best groups of two classes, or of means, are contiguous.
static std::vector<int> level_order(const Lines &table, const Place &place) {
    const int stats = place.target->stats(), classes = place.target->classes;
    const int levels = static_cast<int>(table.codes.size());
    int last = classes ? 0 : 1;  // the mean, or the share of the last class present
    for (int i = 0; i < levels * classes; ++i)
        if (table.stats[i] != 0) last = std::max(last, i % classes);
    std::vector<double> score(levels);
    for (int i = 0; i < levels; ++i) {
        const double *line = &table.stats[static_cast<size_t>(i) * stats];
        const double weight = weight_of(line, classes);
        score[i] = weight > 0 ? line[last] / weight : std::numeric_limits<double>::infinity();
    }
    return ascending(score);
}

// Whether every group has to be tried: no order of the levels is known to hold the best one.
static bool exhaustive(size_t levels, const Place &place) {
    const Task &task = *place.task;
    return levels >= 2 && levels <= EXHAUSTIVE &&
           (several(place) || task.leaf_rows > 1 || task.leaf_weight > 0);
}

static void recentre(Lines &table, const Place &place) {
    const size_t width = static_cast<size_t>(place.target->stats());
    for (size_t i = 0; i < table.codes.size(); ++i) place.recentre(&table.stats[i * width]);
    place.recentre(table.missing.data());
}

// The groups that won: of a line of the order, or where there is none of a line of all groups, whose bits name the
// levels beside the first.
static Pick pick_levels(int column, const Lines &table, const std::vector<int> &order, const Place &place, const Ways &ways) {
    const int levels = static_cast<int>(table.codes.size());
    Pick pick = ways.pick(column, table.missing_rows, place);
    if (pick.column < 0) return pick;
    std::vector<char> side(levels, 0);
    for (int i = 0; i < levels; ++i)
        side[order.empty() ? i : order[i]] =
            order.empty() ? !i || (pick.at >> (i - 1) & 1) : i <= pick.at;
    const bool first = side[0];  // the first group always holds the first level present
    if (!first) pick.missing = !pick.missing;
    for (int i = 0; i < levels; ++i)
        if (static_cast<bool>(side[i]) == first) pick.levels.push_back(static_cast<int32_t>(table.codes[i]));
    pick.known = static_cast<int>(pick.levels.size()) == levels;
    if (pick.known) pick.missing = 1;
    return pick;
}

// The best groups of a nominal column's levels.
static Pick search_levels(int column, Lines table, const Place &place, Ways &ways) {
    const int levels = static_cast<int>(table.codes.size()), width = place.target->stats();
    recentre(table, place);
    ways.clear(NONE);
    ways.side.assign(width, 0.0);
    int64_t held = 0;
    const auto add = [&](int level) {
        held += table.rows[level];
        for (int s = 0; s < width; ++s) ways.side[s] += table.stats[level * width + s];
    };
    const auto offer = [&](int32_t line) {  // without and with the missing rows
        ways.offer(false, line, held, ways.side.data(), place);
        if (!table.missing_rows) return;
        ways.group = ways.side;
        for (int s = 0; s < width; ++s) ways.group[s] += table.missing[s];
        ways.offer(true, line, held + table.missing_rows, ways.group.data(), place);
    };
    std::vector<int> order;
    if (exhaustive(table.codes.size(), place)) {
        for (int32_t line = 0; line < 1 << (levels - 1); ++line) {
            std::fill(ways.side.begin(), ways.side.end(), 0.0);
            held = 0;
            for (int i = 0; i < levels; ++i)
                if (!i || (line >> (i - 1) & 1)) add(i);
            offer(line);
        }
    } else {
        const bool principal = levels > 1 && several(place);
        order = principal ? along_component(table, place.target->classes) : level_order(table, place);
        for (int32_t line = 0; line < levels; ++line) add(order[line]), offer(line);
    }
    return pick_levels(column, table, order, place, ways);
}
