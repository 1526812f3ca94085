// Lists whose rows weigh, eight lines at a time. Sums are not rounded here as those of a walk, so that no gain
// is kept: a glance tells which columns are worth a walk, and what they gain at most.

// Of so many classes, which are split by Gini; 0: of a regression.
template <int classes>
struct Glance {
    static constexpr uint32_t EIGHT = Doubles::LANES;
    static constexpr int SUMS = classes ? classes - 1 : 1;  // what the first class would say follows
    const Place &place;
    const LaidOut &local;
    const uint32_t *borders;       // the first number of each class
    const double n;
    const double slack;            // how far a gain may be off,
    double margin = 0;             // and the square that it is made of
    double whole[SUMS];
    double seen = NONE;            // the best so far
    double bar = -1;               // what a line must reach to count, in units of n * n

    Glance(const Place &place, const LaidOut &local, const uint32_t *borders)
        : place(place), local(local), borders(borders), n(place.weight), slack(slack_of_weights()) {
        for (int s = 0; s < SUMS; ++s) whole[s] = place.whole[s + 1] + (classes ? 0.0 : n * place.shift);
    }

    // Sums of weights are off by so much of what all rows come to; of a square whose root is off by as
    // much, this is what is not within a millionth of itself.
    double slack_of_weights() const {
        const double stray = rounding() * (classes ? 1.0 : std::fabs(place.shift) + std::sqrt(place.impurity));
        return stray * stray * 1e6 / LEAST;
    }

    // Weights are told almost exactly where this share of all lies on either side.
    static constexpr double LEAST = 1e-6, NEARLY = 1e-4;

    double most(double gain) const { return gain + slack_at(gain); }
    double sure() const { return seen - slack_at(seen); }  // what the best of all gains at least
    double slack_at(double gain) const { return gain > 0 ? slack + NEARLY * gain : slack; }

    void see(double gain) {
        if (!(gain > seen)) return;
        seen = gain;
        const double least = place.cutoff(sure());
        bar = (least - slack_at(least)) * (n * n);
        // The square's own, and that of the scale it is held against.
        margin = n * n * (slack * LEAST * n * n + rounding() * std::max(bar, 0.0));
    }

    // Of sums over the rows, in parts of what all of them come to.
    double rounding() const { return 4 * EPS * static_cast<double>(place.rows); }

    // What eight entries' rows have. Their numbers are read by themselves: entries that were loaded as they
    // stand would be kept until their ends are asked for, in registers that there are too few of.
    static Doubles eight(const double *from, const uint32_t *entry) {
        const auto at = [&](int j) {
            uint16_t row;
            std::memcpy(&row, entry + j, sizeof row);
            return from[row];
        };
        return Doubles::of(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7));
    }

    // What lies before each of eight lines, with it.
    struct Before {
        Doubles w, sums[SUMS];
    };

    // Go on from the last of eight lines to the next eight; returns how far what lies before them is from
    // what the whole would give, squared.
    Doubles squares_of(const uint32_t *entry, Before &before) const {
        const Doubles all = Doubles::of(n), none = Doubles::of(0);
        const Doubles own = eight(local.own_weights.data(), entry);
        Doubles squares = none, rest = none;
        before.w = before.w.last() + own.summed();
        const Members<classes> members(Ints::load(entry) & Ints::of(0xFFFF), borders);
        for (int s = 0; s < SUMS; ++s) {
            const Doubles held = classes ? either(members.of(s + 1), own, none) : own * eight(local.own_values.data(), entry);
            before.sums[s] = before.sums[s].last() + held.summed();
            const Doubles off = before.sums[s] * all - before.w * Doubles::of(whole[s]);
            if (s) squares = squares + off * off, rest = rest + off;
            else squares = off * off, rest = off;
        }
        return classes ? squares + rest * rest : squares;
    }

    // The best of a list's lines from i on, if it counts; before them lie `rows`, which come to `side`.
    double best(const uint32_t *entries, uint32_t i, uint32_t end, uint32_t rows, const double *side) {
        const Doubles all = Doubles::of(n), one_to_eight = Doubles::of(1, 2, 3, 4, 5, 6, 7, 8);
        const Doubles least = Doubles::of(static_cast<double>(place.task->leaf_rows));
        const Doubles most = Doubles::of(static_cast<double>(place.rows)) - least;
        Doubles count = Doubles::of(static_cast<double>(rows)) + one_to_eight;
        Before before = {Doubles::of(weight_of(side, classes)), {}};
        for (int s = 0; s < SUMS; ++s) before.sums[s] = Doubles::of(side[s + 1]);
        double top = NONE;
        for (; i < end; i += EIGHT, count = count + Doubles::of(EIGHT)) {
            const Doubles squares = squares_of(entries + i, before), scale = before.w * (all - before.w);
            uint32_t good = not_below(squares + Doubles::of(margin), Doubles::of(bar) * scale) & first_lanes(end - i);
            if (good) good &= ends_of(entries + i) & not_below(count, least) & not_below(most, count);
            if (!good) continue;
            if (good & ~not_below(scale, Doubles::of(LEAST * n * n)))
                return std::numeric_limits<double>::infinity();
            const Doubles gains = either(static_cast<Mask>(good), squares / scale, Doubles::of(NONE));
            top = std::max(top, gains.top() / (n * n));
            see(top);
        }
        return top;
    }
};
