// Lists of a regression whose rows count, sixteen lines at a time: like a glance, in floats, which lie beside
// the lists and need not be looked up.

// How far rounding may put a gain off, where a node outweighs the lightest of its rows by so much. It may put
// the root of a gain off by `stray`, and no gain is above the impurity.
static double slack_of(const Place &place, double spread) {
    const double root = std::sqrt(place.impurity);
    const double stray = 6 * EPS * static_cast<double>(place.rows) * std::sqrt(spread) * (std::fabs(place.shift) + root);
    return stray * (2.01 * root + stray);
}

// The same where rows weigh 1.
static double slack_of(const Place &place) { return slack_of(place, place.weight); }

// Values as floats: about a centre, and in units of the largest. 0: there are none.
struct Scale {
    double centre = 0, unit = 0;

    bool squares() const { return unit > 1e-140 && unit < 1e140; }

    // Whether floats still tell a node's values apart as well as they do its parents'.
    bool serves(const Place &place) const {
        const double root = std::sqrt(place.impurity);
        return unit > 0 && std::fabs(place.shift - centre) <= 4 * root && root >= 1e-9 * unit;
    }
};

struct Skim {
    const Place &place;
    const Scale scale;
    const float mean;     // of the node, as floats have it
    const double slack;   // how far a walk's gain may be off,
    const double stray;   // and the root of one that is told here, in its own unit
    double seen = NONE;   // the best so far, squared units
    float bar = -1;       // what a line must reach to count

    Skim(const Place &place, const Scale &scale)
        : place(place), scale(scale), mean(static_cast<float>((place.shift - scale.centre) / scale.unit)),
          slack(slack_of(place)), stray(WIDE ? stray_of() : 0) {}

    // A line's sum is off by the roundings it went through (one a block, sixteen at most within its own, and
    // those of its values, the mean and the difference), each of what all values come to without signs, and
    // so is the root of its gain, over that of w (n - w).
    double stray_of() const {
        const double n = place.weight, off = place.shift - scale.centre;
        const double all = n * std::sqrt(place.impurity + off * off) / scale.unit;
        const double roundings = n / LANES + 2 * LANES;
        return roundings * 0x1p-24 * all / std::sqrt(n - 1);
    }

    double root_of(double gain) const { return std::sqrt(std::max(gain, 0.0)) / scale.unit; }
    double gain_of(double root) const { return root * root * scale.unit * scale.unit; }

    double most(double squared) const {
        return squared < 0 ? NONE : gain_of(std::sqrt(squared) * (1 + 1e-6) + stray) + slack;
    }
    double sure() const {  // what the best of all gains at least
        return seen < 0 ? NONE : gain_of(std::max(std::sqrt(seen) * (1 - 1e-6) - stray, 0.0)) - slack;
    }

    void see(double squared) {
        if (!(squared > seen)) return;
        seen = squared;
        const double least = root_of(place.cutoff(sure()) - slack) - stray;
        bar = static_cast<float>(least > 0 ? least * least * (1 - 1e-5) : -1);
    }

    // The best of a list's lines from i on, if it counts; before them lie so many rows from `end` on.
    double best(const uint32_t *entries, const float *worths, uint32_t i, uint32_t end, uint32_t gone) {
        const double sum = std::accumulate(worths + end, worths + end + gone, 0.0);
        const Floats all = Floats::of(static_cast<float>(place.rows)), means = Floats::of(mean);
        const Floats least = Floats::of(static_cast<float>(place.least())), most = all - least;
        Floats w = Floats::of(Ints::steps(static_cast<int32_t>(gone) + 1));
        Floats before = Floats::of(static_cast<float>(sum));
        double top = NONE;
        for (; i < end; i += LANES, w = w + Floats::of(static_cast<float>(LANES))) {
            const Floats sums = before + Floats::load(worths + i).summed(), off = sums - w * means;
            before = sums.last();
            const Floats squares = off * off, shares = w * (all - w);
            uint32_t good = not_below(squares, Floats::of(bar) * shares) & first_lanes(end - i);
            if (good) good &= ends_of(entries + i) & not_below(w, least) & not_below(most, w);
            if (!good) continue;
            top = std::max<double>(top, either(static_cast<Mask>(good), squares / shares, Floats::of(-1)).top());
            see(top);
        }
        return top;
    }

    // The same without wide registers, by values as they are.
    double best(const uint32_t *entries, const double *values, uint32_t i, uint32_t end, uint32_t gone) {
        const double n = place.weight, least = static_cast<double>(place.least());
        double top = NONE, w = gone, sum = 0;
        const auto add = [&](uint32_t at) { sum += values[row_of(entries[at])] - scale.centre; };
        for (uint32_t j = end; j < end + gone; ++j) add(j);
        for (; i < end; ++i) {
            w += 1, add(i);
            const double squares = sum * sum, shares = w * (n - w);
            if (squares < bar * shares || rank_of(entries[i]) == rank_of(entries[i + 1]) || w < least || n - w < least) continue;
            top = std::max(top, squares / shares);
            see(top);
        }
        return top;
    }
};
