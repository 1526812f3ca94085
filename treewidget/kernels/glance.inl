// A regression's lists, eight lines at a time. Its sums are not rounded as those of a walk, so that
// no gain is kept: a glance tells which columns are worth a walk, and of what they gain at most.

// How far rounding may put a gain off where rows weigh 1. It may put the root of a gain off by
// `stray`, and no gain is above the impurity.
static double slack_of(const Place &place) {
    const double n = place.weight, root = std::sqrt(place.impurity);
    const double stray = 4 * EPS * n * std::sqrt(n) * (std::fabs(place.shift) + root);
    return stray * (2.01 * root + stray);
}

struct Glance {
    const Place &place;
    const double *values;
    const double n, total, slack;
    double seen = NONE;            // the best so far
    double bar = -1;               // what a line must reach to count, in units of n * n

    Glance(const Place &place, const double *values)
        : place(place), values(values), n(place.weight), total(place.whole[1] + n * place.shift),
          slack(slack_of(place)) {}

    double most(double gain) const { return gain + slack; }
    double sure() const { return seen - slack; }  // what the best of all gains at least

    void see(double gain) {
        if (!(gain > seen)) return;
        seen = gain;
        bar = (place.cutoff(sure()) - slack) * (n * n);
    }

    // Eight values, from this entry on, each with the sum of those before it.
    Doubles sums_of(const uint32_t *entry) const {
        return Doubles::of(at(entry[0]), at(entry[1]), at(entry[2]), at(entry[3]), at(entry[4]), at(entry[5]),
                           at(entry[6]), at(entry[7])).summed();
    }
    double at(uint32_t entry) const { return values[entry & 0xFFFF]; }

    // The best of a list's lines from i on, if it counts; `rows` and `sum` lie before them.
    double best(const uint32_t *entries, uint32_t i, uint32_t end, double rows, double sum) {
        constexpr uint32_t EIGHT = Doubles::LANES;
        const Doubles all = Doubles::of(n), whole = Doubles::of(total);
        const Doubles least = Doubles::of(static_cast<double>(place.least())), most = all - least;
        Doubles before = Doubles::of(sum), w = Doubles::of(rows) + Doubles::of(1, 2, 3, 4, 5, 6, 7, 8);
        double top = NONE;
        for (; i < end; i += EIGHT, w = w + Doubles::of(EIGHT)) {
            const Doubles sums = before + sums_of(entries + i), off = sums * all - w * whole;
            before = sums.last();
            const Doubles squares = off * off, scale = w * (all - w);
            uint32_t good = not_below(squares, Doubles::of(bar) * scale) & first_lanes(end - i);
            if (good) good &= ends_of(entries + i) & not_below(w, least) & not_below(most, w);
            if (!good) continue;
            const Doubles gains = either(static_cast<Mask>(good), squares / scale, Doubles::of(NONE));
            top = std::max(top, gains.top() / (n * n));
            see(top);
        }
        return top;
    }

    // Which of eight entries are the last of their value.
    static uint32_t ends_of(const uint32_t *entry) {
        uint32_t ends = 0;
        for (uint32_t j = 0; j < Doubles::LANES; ++j) ends |= uint32_t{(entry[j] ^ entry[j + 1]) > 0xFFFF} << j;
        return ends;
    }
};
