// Absolute errors: what the sides of a split save by medians of their own, against the error about the median of all
// (induction/search/absolute.py). Where rows leave a side one after the other, its median is led along the rows that
// are left, which are linked in the order of the target: it never moves far, as each takes but its own weight away.

// A sum, and beside it what rounding took from it (Knuth 1998, section 4.2.2).
struct Kept {
    double sum = 0, rest = 0;
    void add(double value) {
        const double before = sum;
        sum += value;
        const double part = sum - before;
        rest += (before - (sum - part)) + (value - part);
    }
    double value() const { return sum + rest; }
};

// The rows of a node in the order of the target, about their median. A row's place is its number there, from 1 on.
struct ByTarget {
    std::vector<double> values = {0}, weights;  // no weights: all are 1
    uint32_t size = 0, first = 1, last = 1;     // the first place that does not lie below the median, and the first above it
    double total = 0, below = 0, above = 0;     // weight of all, of those below the median and above it
    std::vector<uint32_t> place_of;             // each row's place, by its number

    double weight(uint32_t place) const { return weights.empty() ? 1.0 : weights[place]; }

    // Of rows in the order of their values, whose numbers are below `numbers`; returns their mean absolute error.
    double fill(const Target &target, Slice<const uint32_t> rows, size_t numbers) {
        size = static_cast<uint32_t>(rows.size);
        values.resize(rows.size + 1), weights.resize(target.weights ? rows.size + 1 : 0), place_of.resize(numbers);
        for (uint32_t i = 1; i <= size; ++i) {
            const uint32_t row = rows[i - 1];
            place_of[row] = i, values[i] = target.values[row];
            if (target.weights) weights[i] = target.weights[row];
        }
        const double centre = median_of(values.data() + 1, target.weights ? weights.data() + 1 : nullptr, size);
        double error = 0;
        total = below = above = 0;
        first = last = 1;
        for (uint32_t i = 1; i <= size; ++i) {
            const double value = values[i] -= centre, one = weight(i);
            total += one, error += one * std::fabs(value);
            if (value < 0) below += one;
            if (value > 0) above += one;
            first += value < 0, last += value <= 0;
        }
        return total > 0 ? error / total : 0;
    }
};

// What is left of some weight saves by its median `own`, below which `lighter` lies; `between` is what lies between
// that and 0. Exactly nothing where no more than half of it lies on either side of 0.
static double saved_by(double own, double weight, double lighter, double between, double below, double above) {
    if (std::max(below, above) <= weight / 2) return 0;
    return std::max(2 * between - own * (2 * lighter - weight), 0.0);
}

// A column's rows as places, in the order of their values; those without a value stand behind.
struct Series {
    std::vector<uint32_t> places;
    std::vector<uint8_t> ends;  // whether a place is its value's last
    size_t known = 0;
};

struct Medians {
    static constexpr size_t OFTEN = 1 << 16;  // rows between two looks at whether to go on
    const Control *heard = nullptr;
    const ByTarget *all = nullptr;
    std::vector<uint32_t> next, before;  // of the rows that are left; 0 and size + 1 stand at the ends
    uint32_t middle = 1;
    double weight = 0, lighter = 0, below = 0, above = 0;
    Kept between;  // of the values below the middle, those that do not lie below 0 less those from it on that do
    std::vector<double> saved_before;

    void begin(const ByTarget &rows) {
        all = &rows;
        next.resize(rows.size + 2), before.resize(rows.size + 2);
        std::iota(next.begin(), next.end(), 1);
        before[0] = 0;
        std::iota(before.begin() + 1, before.end(), 0);
        weight = rows.total, lighter = below = rows.below, above = rows.above;
        middle = rows.first, between = Kept();
        settle();
    }

    // Lead the middle to the first row up to which half of the weight lies.
    void settle() {
        const double half = weight / 2;
        while (middle <= all->size && lighter + all->weight(middle) < half) {
            between.add(all->weight(middle) * all->values[middle]);
            lighter += all->weight(middle);
            middle = next[middle];
        }
        while (before[middle] && lighter >= half) {
            middle = before[middle];
            lighter -= all->weight(middle);
            between.add(-all->weight(middle) * all->values[middle]);
        }
    }

    void leave(uint32_t place) {
        const double one = all->weight(place);
        const bool lower = place < middle, negative = place < all->first;
        weight -= one;
        if (lower) lighter -= one;
        if (lower != negative) between.add((negative ? one : -one) * all->values[place]);
        if (negative) below -= one;
        else if (place >= all->last) above -= one;
        next[before[place]] = next[place], before[next[place]] = before[place];
        if (place == middle) middle = next[place];
        settle();
    }

    void hear(size_t i) const {
        if (heard && i % OFTEN == 0) heard->check();
    }

    double saved() const {
        const double own = all->values[std::min(middle, all->size)];
        return saved_by(own, weight, lighter, between.value(), below, above);
    }

    // Offer the lines of a series, where its values end: missing rows against the side first, then with it.
    template <class At>
    void walk(Ways &ways, const ByTarget &rows, const Series &series, const Place &place, const At &at) {
        for (int with = 0; with <= (series.places.size() > series.known); ++with)
            walk(ways, with > 0, rows, series, place, at);
    }

    template <class At>
    void walk(Ways &ways, bool with, const ByTarget &rows, const Series &series, const Place &place, const At &at) {
        const size_t missing = series.places.size() - series.known, gone = with ? missing : 0;
        const auto leave_missing = [&] {
            for (size_t i = series.known; i < series.places.size(); ++i) leave(series.places[i]);
        };
        saved_before.resize(series.known);
        begin(rows);
        if (!with) leave_missing();
        for (size_t i = series.known; i-- > 0;) {
            hear(i);
            if (series.ends[i]) saved_before[i] = saved();
            leave(series.places[i]);
        }
        begin(rows);
        const double total = weight;
        if (with) leave_missing();
        for (size_t i = 0; i < series.known; ++i) {
            hear(i);
            leave(series.places[i]);
            const int64_t held = static_cast<int64_t>(i + 1 + gone);
            if (!series.ends[i] || !place.allows(held, total - weight)) continue;
            ways.raise(with, (saved_before[i] + saved()) / total, at(i), held, place);
        }
    }
};
