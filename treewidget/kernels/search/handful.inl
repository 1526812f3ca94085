// The last rows of a regression, sixteen at most: most of a full tree's nodes hold no more. A cut is
// a set of rows, a bit each, and the cuts of all columns lie in one list, where sixteen are weighed
// at once. A branch's list is what its parent's says of the rows it holds; nothing else is parted.

struct Handful : FewRows<16> {
    // Some of the rows, and the stretch of cuts that part them.
    struct Bunch {
        int32_t spot = -1;
        uint32_t rows = 0, begin = 0, end = 0;
    };

    std::vector<uint32_t> column;          // of each list
    std::vector<uint32_t> cuts;            // its list above the rows of side 0
    std::vector<float> scores;             // of the cuts that are weighed
    std::vector<Bunch> waiting;
    Leaders columns, column_best;  // the best cuts of all columns, and of one

    // Hold a node's rows; false where some have no value.
    bool take(const Dozens &home, const Dozens::Node &node) {
        if (node.size > MOST || node.column_count > 0xFFFF || home.chunk->data.classes) return false;
        for (uint32_t c = 0; c < node.column_count; ++c)
            if (node.rows & home.gone[home.alive[node.columns + c]]) return false;
        uint8_t number[Dozens::MOST];  // here, of each row of Dozens
        uint32_t size = 0;
        for (uint64_t left = node.rows; left; left &= left - 1, ++size) {
            const int at = __builtin_ctzll(left);
            number[at] = static_cast<uint8_t>(size), row[size] = home.row[at], values[size] = home.values[at];
            if (home.weighs) weights[size] = home.weights[at];
        }
        weighs = home.weighs, lightest = home.lightest;
        cuts.resize(room(node.column_count, size)), scores.resize(cuts.size());
        column.clear();
        uint32_t end = start(0);
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t list = home.alive[node.columns + c];
            const uint64_t ends = ~(home.same[list] >> node.begin >> 1);
            const uint8_t *const held = home.entries(list, node);
            // The cuts of the list: what lies before each place where values end.
            for (uint32_t i = 0, rows = c << 16; i + 1 < size; ++i) {
                rows |= uint32_t{1} << number[held[i]];
                cuts[end] = rows, end += ends >> i & 1;
            }
            column.push_back(home.column[list]);
        }
        waiting.assign(1, {node.spot, (uint32_t{1} << size) - 1, 1, end});
        return true;
    }

    // The most that lists can take: of a node, of its branches, and so on down one side.
    static size_t room(uint32_t columns, uint32_t size) {
        return size_t{columns} * size * (size + 1) / 2 + 3 * MOST * 2;
    }

    // Begin a list behind something that no cut is like.
    uint32_t start(uint32_t at) {
        cuts[at] = 0xFFFFFFFF;
        return at + 1;
    }

    // A branch: the cuts of its parent that part its rows, each once, from `at` on.
    Bunch branch(const Bunch &parent, int32_t spot, uint32_t rows, uint32_t at) {
        Bunch made = {spot, rows, start(at), start(at)};
        const Ints none = Ints::of(0), all = Ints::of(static_cast<int32_t>(rows));
        const Ints wanted = all | Ints::of(static_cast<int32_t>(0xFFFF0000));
        uint32_t *to = &cuts[made.end];
        for (uint32_t i = parent.begin; i < parent.end; i += LANES) {
            const Ints cut = wanted & Ints::load(&cuts[i]), before = wanted & Ints::load(&cuts[i - 1]), held = cut & all;
            const uint32_t like = same(held, none) | same(held, all) | same(cut, before);
            to = put(to, static_cast<Mask>(first_lanes(parent.end - i) & ~like), cut);
        }
        made.end = static_cast<uint32_t>(to - cuts.data());
        return made;
    }

    // ------------------------------------------------------------ a search

    // What the square of a cut's sum counts, 1 / (w (n - w)), by the number of its rows; below 0 where it may not
    // be made.
    struct Shares {
        const Floats w = Floats::of(Ints::steps(0)), all, least, of_counts;

        explicit Shares(const Place &place)
            : all(Floats::of(static_cast<float>(place.rows))), least(Floats::of(static_cast<float>(place.least()))),
              of_counts(either(not_below(w, least) & not_below(all - w, least), Floats::of(1) / (w * (all - w)), Floats::of(-1))) {}
        Floats operator()(const Ints &cut) const { return of_counts.at(counts_of(cut)); }
    };

    // The same by what they weigh, in units of their mean.
    struct HeavyShares : Shares {
        const SetSums weights;

        HeavyShares(const Handful &home, const Place &place)
            : Shares(place), weights(narrowed(home.heavy(0, place), home.heavy(8, place))) {}
        Floats operator()(const Ints &cut) const {
            const Floats equal = Shares::operator()(cut), held = weights(cut);
            return either(not_below(equal, Floats::of(0)), Floats::of(1) / (held * (all - held)), equal);
        }
    };

    // What each cut gains, about and in units of the largest value's square over those of the mean weight; below 0
    // where it may not be made. Returns what those do not fall below that may be as good as the best, where gains
    // are off by `slack`.
    template <class Share>
    float weigh(const Bunch &bunch, const Place &place, double slack, const Share &share) {
        const Doubles low = off(0, bunch.rows, place), high = off(8, bunch.rows, place);
        const double unit = larger(magnitude(low), magnitude(high)).top();
        const double all = (magnitude(low) + magnitude(high)).sum() / unit;
        const Doubles scale = Doubles::of(1 / unit);
        const SetSums sums(narrowed(low * scale, high * scale));
        Floats top = Floats::of(-1);
        for (uint32_t i = bunch.begin; i < bunch.end; i += LANES) {
            const Ints cut = Ints::load(&cuts[i]);
            const Floats sum = sums(cut), score = sum * sum * share(cut);
            score.store(&scores[i - bunch.begin]);
            top = larger(either(first_lanes(bunch.end - i), score, Floats::of(-1)), top);
        }
        // A sum of sixteen floats is off by less than a millionth of what they come to without signs.
        const double limit = limit_of(top.top(), unit, 1e-5 * all * all, slack, place);
        return limit >= 0 ? static_cast<float>(limit) : 0;
    }

    // Which of the sixteen cuts from `i` on may be the best, or be as good as it.
    uint32_t good(const Bunch &bunch, uint32_t i, float limit) const {
        return not_below(Floats::load(&scores[i - bunch.begin]), Floats::of(limit)) & first_lanes(bunch.end - i);
    }

    // Whether one of these parts the rows otherwise than `one` against the others.
    bool has_rival(const Bunch &bunch, float limit, uint32_t one) const {
        const Ints lower = Ints::of(0xFFFF), these = Ints::of(static_cast<int32_t>(one));
        const Ints others = Ints::of(static_cast<int32_t>(bunch.rows ^ one));
        uint32_t found = 0;
        for (uint32_t i = bunch.begin; i < bunch.end; i += LANES) {
            const Ints rows = Ints::load(&cuts[i]) & lower;
            found |= good(bunch, i, limit) & ~(same(rows, these) | same(rows, others));
        }
        return found;
    }

    bool begins(const Bunch &bunch, uint32_t i) const { return i == bunch.begin || (cuts[i - 1] ^ cuts[i]) >> 16; }

    // What a cut gains. Its column's rows are gone through as a walk along a list does, value by value.
    double gain_at(const Bunch &bunch, uint32_t i, const Place &place) const {
        double side[2] = {0, 0};
        uint32_t from = i, held = 0;
        while (!begins(bunch, from)) --from;
        for (; from <= i; held = cuts[from++]) add_value(side, cuts[from] & ~held & 0xFFFF, place);
        return gain_of(side, place);
    }

    // Add rows of one value to a side.
    void add_value(double side[2], uint32_t rows, const Place &place) const {
        double group[2] = {0, 0};
        for (; rows; rows &= rows - 1) add(group, static_cast<size_t>(__builtin_ctz(rows)));
        place.recentre(group);
        side[0] += group[0], side[1] += group[1];
    }

    // Whether nothing that parts the rows alike is better than one that gains so much.
    bool leads(const Bunch &bunch, uint32_t rows, double gain, double slack, const Place &place) const {
        return gain >= place.floor(gain + slack) || gain >= place.floor(most_of(bunch, rows, gain, slack, place));
    }

    // What these rows against the others gain at most in any column, if in one they gain so much. Only
    // the order of a sum differs: of two rows it does not matter but whether they have one value.
    double most_of(const Bunch &bunch, uint32_t rows, double gain, double slack, const Place &place) const {
        double most = gain;
        for (const uint32_t side : {rows, bunch.rows ^ rows}) {
            if (__builtin_popcount(side) > 2) return gain + slack;
            double at_once[2] = {0, 0}, in_turn[2] = {0, 0};
            add_value(at_once, side, place);
            add_value(in_turn, side & (~side + 1), place);
            if (side & (side - 1)) add_value(in_turn, side & (side - 1), place);
            most = std::max({most, gain_of(at_once, place), gain_of(in_turn, place)});
        }
        return most;
    }

    // A bunch's split, by its best cut; of equals, the first.
    Pick search(const Bunch &bunch, const Place &place) {
        const double slack = slack_of(place, spread(place));
        const float limit = weighs ? weigh(bunch, place, slack, HeavyShares(*this, place)) : weigh(bunch, place, slack, Shares(place));
        uint32_t last = 0;  // of the cuts that were looked at
        columns.clear(), column_best.clear();
        const auto close = [&] {
            if (const Leaders::Line *line = column_best.first()) columns.offer(line->gain, line->at, line->one, place);
            column_best.clear();
        };
        for (uint32_t begin = bunch.begin; begin < bunch.end; begin += 16)
            for (uint32_t left = good(bunch, begin, limit); left; left &= left - 1) {
                const uint32_t i = begin + static_cast<uint32_t>(__builtin_ctz(left)), side = cuts[i] & 0xFFFF;
                const int64_t size = __builtin_popcount(side);
                if (!place.allows(size, static_cast<double>(size))) continue;
                const double gain = gain_at(bunch, i, place);
                // Where all part the rows alike, they gain the same but for rounding: the first is chosen.
                if (!last && !has_rival(bunch, limit, side) && leads(bunch, side, gain, slack, place))
                    return named(bunch, i, gain);
                if (last && (cuts[last] ^ cuts[i]) >> 16) close();
                column_best.offer(gain, static_cast<int32_t>(i), size, place);
                last = i;
            }
        close();
        const Leaders::Line *line = columns.first();
        return line ? named(bunch, static_cast<uint32_t>(line->at), line->gain) : Pick();
    }

    // Two of a bunch's rows: cuts that part them gain what one row or the other as the lower one
    // gains, which differ by rounding alone.
    Pick search_pair(const Bunch &bunch, uint32_t rows, const Place &place) const {
        const uint32_t first = cut_between(bunch, rows, rows), other = rows ^ (cuts[first] & rows);
        if (first == bunch.end || !place.allows(1, 1.0)) return {};
        double one[2] = {0, 0}, two[2] = {0, 0};
        add_value(one, rows ^ other, place), add_value(two, other, place);
        const double gains[2] = {gain_of(one, place), gain_of(two, place)};
        if (gains[0] >= place.floor(gains[1])) return named_pair(cuts[first], rows, gains[0]);
        const uint32_t rival = cut_between(bunch, rows, other);
        return rival == bunch.end ? named_pair(cuts[first], rows, gains[0]) : named_pair(cuts[rival], rows, gains[1]);
    }

    // The first cut with one of two rows on side 0, which is one of those `wanted`; the end where there is none.
    uint32_t cut_between(const Bunch &bunch, uint32_t rows, uint32_t wanted) const {
        const Ints none = Ints::of(0), all = Ints::of(static_cast<int32_t>(rows));
        const Ints these = Ints::of(static_cast<int32_t>(wanted));
        for (uint32_t i = bunch.begin; i < bunch.end; i += LANES) {
            const Ints cut = Ints::load(&cuts[i]);
            const uint32_t good = first_lanes(bunch.end - i) & ~(same(cut & these, none) | same(cut & all, all));
            if (good) return i + static_cast<uint32_t>(__builtin_ctz(good));
        }
        return bunch.end;
    }

    Pick named_pair(uint32_t cut, uint32_t rows, double gain) const {
        Pick pick;
        const uint32_t side = cut & rows;
        pick.gain = gain, pick.column = static_cast<int>(column[cut >> 16]), pick.by_row = true;
        pick.low = row_at(side), pick.high = row_at(rows ^ side), pick.at = static_cast<int32_t>(side);
        return pick;
    }

    int32_t row_at(uint32_t rows) const { return static_cast<int32_t>(row[__builtin_ctz(rows)]); }

    // A cut as a split: which rows its side holds, and two that lie next to it.
    Pick named(const Bunch &bunch, uint32_t at, double gain) const {
        const uint32_t side = cuts[at] & 0xFFFF, before = begins(bunch, at) ? 0 : cuts[at - 1] & 0xFFFF;
        const uint32_t behind = at + 1 == bunch.end || begins(bunch, at + 1) ? bunch.rows : cuts[at + 1] & 0xFFFF;
        Pick pick;
        pick.gain = gain, pick.column = static_cast<int>(column[cuts[at] >> 16]);
        pick.by_row = true, pick.low = row_at(side & ~before), pick.high = row_at(behind & ~side);
        pick.at = static_cast<int32_t>(side);
        pick.missing = 2 * __builtin_popcount(side) <= __builtin_popcount(bunch.rows);
        return pick;
    }
};

struct Nodes;
struct Part;
static void grow_bottom(Nodes &nodes, Part &part);
