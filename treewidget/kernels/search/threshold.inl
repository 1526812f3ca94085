// The best threshold among the rows that have a value of a column, whose gain counts in their share of all.
// Quinlan's methods go along the values, and a cut takes the place of the one before where it gains more by
// a tolerance: which one is left depends on all that lie on the way up, so that no bin can be passed over.

// What a row weighs, and for which class.
struct Weighed {
    double weight;
    uint32_t label;
    void add(double *stats) const { stats[label] += weight; }
};

struct Climb {
    static constexpr int64_t AHEAD = 16;  // rows lie far apart here, and memory is slow
    const ThresholdTask &asked;
    const Place &place;  // of the rows with a value
    const double share;  // of all weight
    const Information information{place};
    Leaders leaders{};   // where no tolerance is given
    double best = NONE;
    int32_t low = -1;    // the code below the best cut
    int64_t tried = 0;
    std::vector<double> side = std::vector<double>(place.whole.size());

    static int32_t code(uint64_t key) { return static_cast<int32_t>(key >> 32); }

    // What a gain must reach to matter.
    double bar() const { return asked.tolerance > 0 ? best + asked.tolerance : place.cutoff(leaders.best); }

    // Go along keys, which are codes above classes; or above the numbers of rows, where those weigh each its own.
    template <bool weigh>
    void walk(Slice<const uint64_t> keys, const Weighed *rows) {
        const bool entropy = place.task->criterion == Criterion::entropy, near = asked.resolution > 0;
        const bool counts = place.target->counts();
        const int64_t least = std::max<int64_t>(asked.least, 1), last = static_cast<int64_t>(keys.size) - least;
        double cut = bar() / share, value = near && last > 0 ? asked.numbers[code(keys[0])] : 0;
        std::vector<double> line(side.size());
        for (int64_t i = 1; i <= last; ++i) {
            const uint64_t key = keys[static_cast<size_t>(i) - 1];
            const int32_t here = code(key), next = code(keys[static_cast<size_t>(i)]);
            if constexpr (weigh) {
                if (i + AHEAD < last) __builtin_prefetch(rows + static_cast<uint32_t>(keys[static_cast<size_t>(i + AHEAD)]));
                rows[static_cast<uint32_t>(key)].add(line.data());
            } else {
                side[static_cast<uint32_t>(key)] += place.target->factor(static_cast<uint32_t>(key));
            }
            if (here == next) continue;
            if constexpr (weigh)
                for (size_t k = 0; k < side.size(); ++k) side[k] += std::exchange(line[k], 0.0);
            if (near) {
                const double below = std::exchange(value, asked.numbers[next]);
                if (!(below + asked.resolution < value)) continue;
            }
            if (i < least) continue;
            const double w = counts ? static_cast<double>(i) : weight_of(side.data(), place.target->classes);
            if (!counts && std::min(w, place.weight - w) < asked.weight) continue;
            ++tried;
            if (poor(side.data(), w, place, cut) || (entropy && information.poor(side.data(), w, cut))) continue;
            offer(gain_of(side.data(), place) * share, here, i);
            cut = bar() / share;
        }
    }

    void offer(double gain, int32_t at, int64_t rows) {
        if (asked.tolerance <= 0) leaders.offer(gain, at, rows, place);
        else if (gain > best + asked.tolerance) best = gain, low = at;
    }

    int32_t found() const { return leaders.first() ? leaders.first()->at : low; }
};

// Statistics of the rows below a cut, of those above, and of those without a value.
struct Sides {
    double *below, *above, *missing;
    size_t classes;
    Sides(double *stats, size_t classes)
        : below(stats), above(stats + classes), missing(stats + 2 * classes), classes(classes) {}
    void empty_above() const { std::fill_n(above, classes, 0.0); }
};

// The rows' codes above their classes, or above their numbers here, those with a value first; returns how many. What
// lacks one moves from `sides.above` to `sides.missing`.
static size_t keys_of(const Data &data, const Column &column, Slice<const uint32_t> rows, uint64_t *keys,
                      const Sides &sides) {
    size_t known = 0;
    reading(column.codes, [&](auto codes) {
        for (size_t i = 0; i < rows.size; ++i) {
            const int32_t code = codes[rows[i]];
            const uint64_t low = data.weighs() ? i : static_cast<uint64_t>(data.labels[rows[i]]);
            keys[known] = uint64_t{static_cast<uint32_t>(code)} << 32 | low;
            known += code >= 0;
        }
        if (known == rows.size) return;
        if (data.weighs()) sides.empty_above();
        for (const uint32_t row : rows) {
            if (codes[row] < 0) data.add(sides.missing, row, false);
            else if (data.weighs()) data.add(sides.above, row, false);
        }
        for (size_t k = 0; k < sides.classes && !data.weighs(); ++k) sides.above[k] -= sides.missing[k];
    });
    return known;
}

// See Variants::threshold.
static Threshold threshold(const Data &data, size_t which, const ThresholdTask &asked, Slice<const uint32_t> rows,
                           double *stats) {
    const Column &column = data.columns.at(which);
    const Sides sides(stats, static_cast<size_t>(data.classes));
    figures(data, rows, sides.above);
    const double impurity = impurity_of(sides.above, 0, data, asked.criterion);
    Buffer<uint64_t> keys(rows.size), spare(rows.size);
    const size_t known = keys_of(data, column, rows, keys.data(), sides);
    sort_keys(keys.data(), spare.data(), known, static_cast<uint64_t>(column.keys));
    std::vector<Weighed> held;
    held.reserve(data.weighs() ? rows.size : 0);
    for (size_t i = 0; i < rows.size && data.weighs(); ++i)
        held.push_back({data.weights[rows[i]], static_cast<uint32_t>(data.labels[rows[i]])});
    Task task;
    task.criterion = asked.criterion;
    Place place;
    make_place(place, data, task, static_cast<int64_t>(known), sides.above, 0);
    place.impurity = impurity;
    Climb climb{asked, place, place.weight / (place.weight + weight_of(sides.missing, data.classes))};
    if (data.weighs()) climb.walk<true>({keys.data(), known}, held.data());
    else climb.walk<false>({keys.data(), known}, nullptr);
    Threshold made{climb.tried, climb.found()};
    if (made.low < 0) return made;
    if (data.weighs()) sides.empty_above();
    for (size_t i = 0; i < known; ++i) {
        const int32_t code = Climb::code(keys[i]);
        const uint32_t low = static_cast<uint32_t>(keys[i]);
        if (code > made.low && made.high < 0) made.high = code;
        if (data.weighs()) held[low].add(code > made.low ? sides.above : sides.below);
        else if (code > made.low) break;
        else sides.below[low] += data.factor(low), sides.above[low] -= data.factor(low);
    }
    return made;
}
