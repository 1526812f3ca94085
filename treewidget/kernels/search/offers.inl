// Which line of a column wins: every search offers its lines here, in their order.

// n times an information gain, from n log2 n, of which those of counts are looked up: all but for rounding,
// and sooner told than the gain itself.
struct Information {
    static constexpr int COUNTS = 1 << 16;
    const Place &place;
    const double *table = nullptr;  // of counts
    double all = 0;

    explicit Information(const Place &place) : place(place) {
        if (place.task->criterion != Criterion::entropy) return;
        if (place.target->counts()) table = known();
        all = -nlogn(place.weight);
        for (const double whole : place.whole) all += nlogn(whole);
    }

    // With so much on either side an information gain is little more than half of the squares over the
    // classes' shares: with shares that change by a quarter of themselves at most, each term of a divergence
    // is at most 0.548 of its square. What lies below twice the cut changes them by no more.
    static constexpr double NEARLY_TWO = 1.82;
    double margin_of_halves(double cut) const {
        const double n = place.weight;
        if (!(cut > 0)) return n;
        double least = n;
        for (const double whole : place.whole) least = whole > 0 ? std::min(least, whole) : least;
        return std::min(n, 2 * cut * NATS * n * n / (0.0625 * least));
    }

    bool poor(const double *side, double w, double cut) const {
        double inner = 0;
        for (size_t k = 0; k < place.whole.size(); ++k) inner += both(side[k], place.whole[k]);
        return inner - both(w, place.weight) - all < (cut - 1e-9) * place.weight;
    }
    double both(double part, double all) const { return nlogn(part) + nlogn(all - part); }
    double nlogn(double n) const { return table && n < COUNTS ? table[static_cast<size_t>(n)] : xlog(n); }

    static const double *known() {
        static const std::vector<double> made = [] {
            std::vector<double> values;
            for (int i = 0; i < COUNTS; ++i) values.push_back(xlog(i));
            return values;
        }();
        return made.data();
    }
};

// The first line that reaches the floor of the best: it is always among those that were better
// than all before them.
struct Leaders {
    struct Line {
        double gain;
        int32_t at;
        int64_t one;
    };
    std::vector<Line> lines;
    size_t head = 0;
    double best = NONE;

    void clear() { lines.clear(), head = 0, best = NONE; }
    void offer(double gain, int32_t at, int64_t one, const Place &place) {
        if (!(gain > best)) return;
        best = gain;
        lines.push_back({gain, at, one});
        for (const double floor = place.floor(best); lines[head].gain < floor;) ++head;
    }
    const Line *first() const { return best == NONE ? nullptr : &lines[head]; }
};

// A column's two ways: missing rows against the side, and with it. The first wins a tie. What
// cannot lie above `cut` is passed over.
struct Ways {
    Leaders leaders[2];
    double cut = NONE;
    std::vector<double> side, group;
    struct Tally {
        int64_t held, whole;
    };
    std::vector<Tally> tallies;  // of each class, where rows count

    void clear(double known) { leaders[0].clear(), leaders[1].clear(), cut = known; }
    double best() const { return std::max(leaders[0].best, leaders[1].best); }

    // Offer the line at which `rows` lie on a side of these statistics.
    void offer(bool with, int32_t at, int64_t rows, const double *stats, const Place &place) {
        const double weight = weight_of(stats, place.target->classes);
        if (!place.allows(rows, weight) || poor(stats, weight, place, cut)) return;
        raise(with, gain_of(stats, place), at, rows, place);
    }

    void raise(bool with, double gain, int32_t at, int64_t rows, const Place &place) {
        if (gain < cut || gain == NONE) return;
        leaders[with].offer(gain, at, rows, place);
        cut = std::max(cut, place.cutoff(gain));
    }

    // Go through lines from i on, each one row; `side` and `rows` are what lies before them. A line
    // is offered where its value `ends(i)`, under the name `at(i)`.
    template <class List>
    void walk(bool with, const List &list, size_t i, size_t end, int64_t rows, const Place &place) {
        if (!place.target->classes) walk_values(with, list, i, end, rows, place);
        else if (!place.target->counts()) walk_weights(with, list, i, end, rows, place);
        else if (place.task->criterion == Criterion::entropy)
            walk_information(with, list, i, end, rows, place);
        else walk_squares(with, list, i, end, rows, place);
    }

    // Sums of squares follow each row, as in `walk_squares`. Here they are rounded, by no more than `stray`
    // of themselves; what lies below the cut by more than that is passed over.
    template <class List>
    void walk_weights(bool with, const List &list, size_t i, size_t end, int64_t rows, const Place &place) {
        const bool entropy = place.task->criterion == Criterion::entropy;
        const double *whole = place.whole.data(), n = place.weight, unit = n * n * (entropy ? NATS : 1.0);
        const size_t width = side.size();
        std::vector<double> share(width, 1.0);  // of each class's squares
        double inner = 0, cross = 0, all = 0, w = 0;
        for (size_t k = 0; k < width; ++k) {
            if (entropy) share[k] = over_share(place, k);
            inner += side[k] * side[k] * share[k], cross += side[k] * whole[k] * share[k];
            all += whole[k] * whole[k] * share[k], w += side[k];
        }
        group.assign(width, 0.0);
        const Information information(place);
        double margin = entropy ? information.margin_of_halves(cut) : n;
        for (size_t first = i; i < end; ++i) {
            const size_t label = list.kind(i);
            const double weight = list.weight(i);
            const bool ends = list.ends(i);
            double held = side[label];
            if (ends && first == i) side[label] += weight, ++first;  // a value of its own
            else held += group[label], group[label] += weight;
            w += weight, ++rows;
            inner += weight * (held + held + weight) * share[label], cross += weight * whole[label] * share[label];
            if (!ends) continue;
            for (; first <= i; ++first) {
                const size_t k = list.kind(first);
                side[k] += std::exchange(group[k], 0.0);
            }
            const double one = n * n * inner, two = 2 * n * w * cross, three = w * w * all;
            const bool half = w >= margin && n - w >= margin;
            const double stray = 4 * EPS * static_cast<double>(rows), bar = cut * unit * (half ? Information::NEARLY_TWO : 1.0);
            if (one - two + three + stray * (one + two + three + bar * w * n) < bar * w * (n - w)) continue;
            offer(with, list.at(i), rows, side.data(), place);
            if (entropy) margin = information.margin_of_halves(cut);
        }
    }

    // What cannot reach the cut is told from a product, as `poor` does.
    template <class List>
    void walk_values(bool with, const List &list, size_t i, size_t end, int64_t rows, const Place &place) {
        const Target target = list.target();
        const double n = place.weight, whole = place.whole[1], unit = (1.0 - 1e-9) * n * n;
        double weight = side[0], sum = side[1], bar = cut * unit;
        std::array<double, 2> held = {0, 0};
        for (; i < end; ++i) {
            target.add(held.data(), list.row(i), false);
            ++rows;
            if (!list.ends(i)) continue;
            place.recentre(held.data());
            weight += held[0], sum += held[1], held = {0, 0};
            const double off = sum * n - whole * weight;
            if (off * off < bar * weight * (n - weight)) continue;
            side[0] = weight, side[1] = sum;
            offer(with, list.at(i), rows, side.data(), place);
            bar = cut * unit;
        }
    }

    // Rows that count, by Gini: sums of squares follow each row in whole numbers, and tell almost exactly what
    // a line is worth, eight at a time. What may reach the best is then computed as it should be.
    template <class List>
    void walk_squares(bool with, const List &list, size_t i, size_t end, int64_t rows, const Place &place) {
        constexpr size_t EIGHT = Doubles::LANES;
        const double n = place.weight, slack = 4e-15 * n;  // what the sums may be rounded by
        const Doubles steps = Doubles::of(1, 2, 3, 4, 5, 6, 7, 8);
        int64_t inner = 0, cross = 0;
        double all = 0;
        tallies.resize(side.size());
        for (size_t k = 0; k < side.size(); ++k) {
            Tally &of = tallies[k] = {static_cast<int64_t>(side[k]), static_cast<int64_t>(place.whole[k])};
            inner += of.held * of.held, cross += of.held * of.whole, all += place.whole[k] * place.whole[k];
        }
        for (; i < end; i += EIGHT, rows += static_cast<int64_t>(EIGHT)) {
            double inners[EIGHT], crosses[EIGHT];
            uint32_t good = 0;
            for (size_t j = 0; j < EIGHT && i + j < end; ++j) {
                Tally &of = tallies[list.label(i + j)];
                inner += 2 * of.held++ + 1, cross += of.whole;
                inners[j] = static_cast<double>(inner), crosses[j] = static_cast<double>(cross);
                good |= uint32_t{list.ends(i + j)} << j;
            }
            const Doubles w = Doubles::of(static_cast<double>(rows)) + steps, product = w * (Doubles::of(n) - w);
            const Doubles reached = Doubles::of(n * n) * Doubles::load(inners) -
                                    Doubles::of(2 * n) * w * Doubles::load(crosses) + w * w * Doubles::of(all);
            good &= not_below(reached, Doubles::of((cut - slack) * n * n) * product);
            for (; good; good &= good - 1) {
                const size_t j = static_cast<size_t>(__builtin_ctz(good));
                const int64_t before = rows + static_cast<int64_t>(j) + 1;
                if (!place.allows(before, static_cast<double>(before))) continue;
                for (size_t k = 0; k < side.size(); ++k) side[k] = static_cast<double>(tallies[k].held);
                for (size_t later = j + 1; later < EIGHT && i + later < end; ++later) --side[list.label(i + later)];
                raise(with, gain_of(side.data(), place), list.at(i + j), before, place);
            }
        }
    }

    // The same of an information gain: each class's squares over its share tell what it is worth at most.
    template <class List>
    void walk_information(bool with, const List &list, size_t i, size_t end, int64_t rows, const Place &place) {
        const double n = place.weight;
        const Information information(place);
        std::vector<double> &scale = group;  // of each class's squares
        scale.resize(side.size());
        double inner = 0;
        for (size_t k = 0; k < side.size(); ++k) {
            scale[k] = over_share(place, k);
            inner += side[k] * side[k] * scale[k];
        }
        double margin = information.margin_of_halves(cut);
        for (; i < end; ++i) {
            const size_t label = list.label(i);
            const double had = side[label]++, w = static_cast<double>(++rows), product = w * (n - w);
            inner += (2 * had + 1) * scale[label];
            if (!list.ends(i)) continue;
            const bool half = w >= margin && n - w >= margin;
            const double bar = half ? Information::NEARLY_TWO * NATS : NATS;
            const bool less = inner * (1.0 + 2 * EPS * w) - w * w < (cut - 1e-9) * bar * product;
            if (less || !place.allows(rows, w) || information.poor(side.data(), w, cut)) continue;
            raise(with, gain_of(side.data(), place), list.at(i), rows, place);
            margin = information.margin_of_halves(cut);
        }
    }

    Pick pick(int column, int64_t missing, const Place &place) const {
        Pick pick;
        const Leaders::Line *line = leaders[0].first(), *other = leaders[1].first();
        const bool better = other && (!line || line->gain < place.floor(other->gain));
        if (better) line = other;
        if (!line) return pick;
        pick.gain = line->gain, pick.column = column, pick.at = line->at;
        pick.with = better;
        pick.missing = missing ? !better : !(line->one > place.rows - line->one);
        return pick;
    }
};

// The first column that has the best gain; an empty pick where none has any.
static Pick chosen(const std::vector<Pick> &picks, const Place &place) {
    double best = NONE;
    for (const Pick &pick : picks) best = std::max(best, pick.gain);
    const double floor = place.floor(best);
    for (const Pick &pick : picks)
        if (pick.column >= 0 && pick.gain >= floor) return pick;
    return {};
}
