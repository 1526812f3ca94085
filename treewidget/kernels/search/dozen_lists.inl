// Nodes of 64 rows at most. A row's number is a byte, a set of rows is a word with a bit for each, and
// a column's list of rows, in the order of their values, is 64 bytes, which a split parts at once.

// Some rows by numbers below `most`; sets of them are words.
template <uint32_t most>
struct FewRows {
    static constexpr uint32_t MOST = most;
    uint32_t row[most];  // of the data set
    alignas(64) double values[most], weights[most];
    bool weighs = false;  // else all weigh 1, whatever stands there
    double lightest = 1;

    // What some rows are worth or weigh, one after the other, behind which there is room for eight more; returns
    // how many they are.
    static size_t gather(uint64_t rows, const double *from, double *to) {
        double *const start = to;
        for (; rows; rows >>= 8, from += 8) to = put(to, rows & 0xFF, from);
        return static_cast<size_t>(to - start);
    }

    // The statistics of some of them, and what they scatter: summed as `figures` does.
    double figures(uint64_t rows, double *stats) const {
        return weighs ? figures<true>(rows, stats) : figures<false>(rows, stats);
    }

    template <bool weighs>
    double figures(uint64_t rows, double *stats) const {
        double held[most + 8], heavy[weighs ? most + 8 : 1];
        const size_t size = gather(rows, values, held);
        if constexpr (weighs) gather(rows, weights, heavy);
        const Doubles none = Doubles::of(0), first = Doubles::of(held[0]);
        Doubles weight = none, sums = none, squares = none, scatter = none;
        const auto each = [&](const auto &body) {
            for (size_t i = 0; i < size; i += 8) body(i, first_lanes(size - i), Doubles::load(held + i));
        };
        // Numbers of eight rows, as often as those weigh.
        const auto times = [&](size_t i, Mask inside, const Doubles &x) {
            if constexpr (weighs) return Doubles(either(inside, Doubles::load(heavy + i), none) * x);
            return (void)i, (void)inside, x;
        };
        uint32_t alike = ~0u;
        each([&](size_t i, Mask inside, const Doubles &values) {
            const Doubles value = either(inside, values, none), sum = times(i, inside, value);
            if (weighs) weight = weight + times(i, inside, Doubles::of(1));
            sums = sums + sum, squares = squares + sum * value;
            alike &= (not_below(values, first) & not_below(first, values)) | ~uint32_t{inside};
        });
        stats[0] = weighs ? weight.sum() : static_cast<double>(size), stats[1] = sums.sum(), stats[2] = squares.sum();
        if (!(~alike & 0xFF)) return 0;
        const Doubles mean = Doubles::of(stats[1] / stats[0]);
        each([&](size_t i, Mask inside, const Doubles &values) {
            const Doubles off = either(inside, values - mean, none);
            scatter = scatter + times(i, inside, off * off);
        });
        return scatter.sum();
    }

    double weight(size_t number) const { return weighs ? weights[number] : 1.0; }

    // Add a row to a side.
    void add(double *side, size_t number) const {
        if (weighs) side[0] += weights[number], side[1] += weights[number] * values[number];
        else side[0] += 1, side[1] += values[number];
    }

    // What eight of them are worth about a node's mean, as often as they weigh; 0: those that are not its own.
    Doubles off(int from, uint64_t rows, const Place &place) const {
        Doubles own = Doubles::load(values + from) - Doubles::of(place.shift);
        if (weighs) own = own * Doubles::load(weights + from);
        return either(rows >> from & 0xFF, own, Doubles::of(0));
    }

    // What eight of them weigh, in units of a node's mean.
    Doubles heavy(int from, const Place &place) const {
        return Doubles::load(weights + from) * Doubles::of(static_cast<double>(place.rows) / place.weight);
    }

    // By how much a node outweighs the lightest of the rows, at most.
    double spread(const Place &place) const { return place.weight / lightest; }

    // What a score in units of `unit` does not fall below that may be as good as the best, where gains are off by
    // `slack`, and scores by so much if rows weigh the same. A line's share of what they are off by grows as its rows
    // are lighter. A weight is off by less than a millionth of itself, and what it leaves of all by as much of all.
    double limit_of(double top, double unit, double rounding, double slack, const Place &place) const {
        const double size = static_cast<double>(place.rows), apart = spread(place), own = unit * size / place.weight;
        const double near = weighs ? 1e-6 + 4e-6 * apart : 1e-6;
        return top * (1 - near) - rounding * apart / size - 2 * slack / (own * own);
    }

    // Put a leaf's rows where they are looked for.
    void write_rows(uint64_t rows, uint32_t *to) const {
        for (; rows; rows &= rows - 1) *to++ = row[__builtin_ctzll(rows)];
    }
};

struct DozenLists : FewRows<64> {
    static constexpr size_t WIDE = 2 * MOST;  // bytes of a list; whole registers are read and written

    struct Node {
        int32_t spot = -1;
        uint32_t begin = 0, size = 0;            // in every list
        uint32_t columns = 0, column_count = 0;  // a stretch of `alive`
        uint64_t rows = 0;
    };

    const Chunk *chunk = nullptr;
    std::vector<uint64_t> of_class;    // which rows are of it
    std::vector<uint32_t> column;      // of each list
    std::vector<uint8_t> lists;        // rows without a value come last
    std::vector<uint64_t> same, gone;  // of each list: the places that have the value of the one before; rows without one
    std::vector<uint32_t> alive;       // lists that vary in a node
    std::vector<Node> waiting;

    const uint8_t *entries(uint32_t list, const Node &node) const { return lists.data() + list * WIDE + node.begin; }

    // Hold a node's rows; false where they or their columns are not such as are searched here.
    bool take(Chunk &home, const Stretch &node, int32_t spot) {
        const Data &data = home.data;
        if (data.weights && (data.classes || home.task.leaf_weight > 0)) return false;
        const uint32_t *const all = home.alive.data() + node.columns;
        for (uint32_t c = 0; c < node.column_count; ++c)
            if (!data.columns[all[c]].ordered) return false;
        chunk = &home;
        const uint32_t size = node.end - node.begin;
        weighs = data.weights != nullptr;
        number(home, home.numbers(node));
        if (!tells(size)) return false;
        const auto held = std::count_if(of_class.begin(), of_class.end(), [](uint64_t rows) { return rows != 0; });
        if (held > BLOCK_CLASSES) return false;
        column.assign(all, all + node.column_count);
        alive.resize(node.column_count);
        std::iota(alive.begin(), alive.end(), 0);
        lists.resize(node.column_count * WIDE), same.resize(node.column_count), gone.resize(node.column_count);
        for (uint32_t c = 0; c < node.column_count; ++c) add_list(c, home, node);
        waiting.assign(1, {spot, 0, size, 0, node.column_count, first_bits(size)});
        return true;
    }

    void number(Chunk &home, Slice<const uint32_t> held) {
        of_class.assign(static_cast<size_t>(home.data.classes), 0);
        for (uint32_t j = 0; j < held.size; ++j) {
            home.spare[held[j]] = j, row[j] = home.global[held[j]];
            if (home.data.classes) of_class[home.local.labels[held[j]]] |= uint64_t{1} << j;
            else values[j] = home.local.values[held[j]];
            if (weighs) weights[j] = home.local.weights[held[j]];
        }
    }

    // Whether floats tell what lies on either side of a line; notes the lightest row.
    bool tells(uint32_t size) {
        constexpr double MOST_SPREAD = 4096;
        if (!weighs) return true;
        lightest = *std::min_element(weights, weights + size);
        return lightest > 0 && std::accumulate(weights, weights + size, 0.0) <= MOST_SPREAD * lightest;
    }

    void add_list(uint32_t list, Chunk &home, const Stretch &node) {
        const uint32_t *const from = home.list(column[list]) + node.begin, *const numbers = home.spare.data();
        const uint32_t size = node.end - node.begin, known = Lists::known_end(home.list(column[list]), node) - node.begin;
        uint8_t *const to = lists.data() + list * WIDE;
        uint64_t like = 0, lacking = 0;
        for (uint32_t i = 0; i < size; ++i) to[i] = static_cast<uint8_t>(numbers[row_of(from[i])]);
        for (uint32_t i = 0; i < size; i += LANES) {
            like |= static_cast<uint64_t>(static_cast<Mask>(~ends_of(from + i))) << i;
        }
        for (uint32_t i = known; i < size; ++i) lacking |= uint64_t{1} << to[i];
        same[list] = (like & first_bits(size - 1)) << 1, gone[list] = lacking;
    }

    // The rows at the first places of a list.
    uint64_t rows_before(uint32_t list, const Node &node, uint32_t places) const {
        uint64_t rows = 0;
        for (const uint8_t *one = entries(list, node), *end = one + places; one < end; ++one) rows |= uint64_t{1} << *one;
        return rows;
    }

    // Part all lists of a node into its branches, of which the first has the rows of `side`.
    void part(const Node &node, uint64_t side, Node branches[2]) {
        const uint32_t lows = ones(side), from = static_cast<uint32_t>(alive.size());
        const uint64_t all = first_bits(node.size), one_value[2] = {first_bits(lows) - 1, first_bits(node.size - lows) - 1};
        branches[0].rows = side, branches[1].rows = node.rows & ~side;
        branches[0].begin = node.begin, branches[1].begin = node.begin + lows;
        branches[0].size = lows, branches[1].size = node.size - lows;
        alive.resize(from + 2 * node.column_count);
        uint32_t *ends[2] = {alive.data() + from, alive.data() + from + node.column_count};
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t list = alive[node.columns + c];
            uint8_t *const held = lists.data() + list * WIDE + node.begin;
            const uint64_t first = inside(side, held, node.size) & all;
            part_list(held, first, node.size);
            const uint64_t like = same[list] >> node.begin & all;
            uint64_t made[2] = {0, 0};
            if (like) {
                made[0] = still_same(like, first), made[1] = still_same(like, ~first & all);
                same[list] = (same[list] & ~(all << node.begin)) | (made[0] | made[1] << lows) << node.begin;
            }
            for (int b = 0; b < 2; ++b) *ends[b] = list, ends[b] += made[b] != one_value[b];
        }
        for (uint32_t b = 0; b < 2; ++b) {
            branches[b].columns = from + b * node.column_count;
            branches[b].column_count = static_cast<uint32_t>(ends[b] - (alive.data() + branches[b].columns));
        }
    }

    // Which of some places have the value of the one of them that comes before. `like` says that of all
    // places: along those that are alike, a one that is added to a place is carried to the next of them.
    static uint64_t still_same(uint64_t like, uint64_t places) {
        const uint64_t alike = like >> 1, added = places & alike;
        return bits_at((alike + added) ^ alike ^ added, places);
    }
};
