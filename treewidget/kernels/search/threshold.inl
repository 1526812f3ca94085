// The best threshold among the rows that have a value of a column, whose gain counts in their share of all.
// Quinlan's methods go along the values, and a cut takes the place of the one before where it gains more by
// a tolerance: which one is left depends on all that lie on the way up, so that no bin can be passed over.

struct Climb {
    const ThresholdTask &asked;
    const Place &place;  // of the rows with a value
    const double share;  // of all rows
    const Information information{place};
    Leaders leaders{};   // where no tolerance is given
    double best = NONE;
    int32_t low = -1;    // the code below the best cut
    int64_t tried = 0;
    std::vector<double> side = std::vector<double>(place.whole.size());

    static int32_t code(uint64_t key) { return static_cast<int32_t>(key >> 32); }

    // What a gain must reach to matter.
    double bar() const { return asked.tolerance > 0 ? best + asked.tolerance : place.cutoff(leaders.best); }

    // Go along keys, which are codes above classes.
    void walk(Slice<const uint64_t> keys) {
        const bool entropy = place.task->criterion == Criterion::entropy, near = asked.resolution > 0;
        const int64_t least = std::max<int64_t>(asked.least, 1), last = static_cast<int64_t>(keys.size) - least;
        double cut = bar() / share, value = near && last > 0 ? asked.numbers[code(keys[0])] : 0;
        for (int64_t rows = 1; rows <= last; ++rows) {
            const uint64_t key = keys[static_cast<size_t>(rows) - 1];
            const int32_t here = code(key), next = code(keys[static_cast<size_t>(rows)]);
            ++side[static_cast<uint32_t>(key)];
            if (here == next) continue;
            if (near) {
                const double below = std::exchange(value, asked.numbers[next]);
                if (!(below + asked.resolution < value)) continue;
            }
            if (rows < least) continue;
            ++tried;
            const double w = static_cast<double>(rows);
            if (poor(side.data(), w, place, cut) || (entropy && information.poor(side.data(), w, cut))) continue;
            offer(gain_of(side.data(), place) * share, here, rows);
            cut = bar() / share;
        }
    }

    void offer(double gain, int32_t at, int64_t rows) {
        if (asked.tolerance <= 0) leaders.offer(gain, at, rows, place);
        else if (gain > best + asked.tolerance) best = gain, low = at;
    }

    int32_t found() const { return leaders.first() ? leaders.first()->at : low; }
};

// See Variants::threshold.
static Threshold threshold(const Data &data, size_t which, const ThresholdTask &asked, Slice<const uint32_t> rows) {
    const Column &column = data.columns.at(which);
    const size_t classes = static_cast<size_t>(data.classes);
    Threshold made;
    made.below.assign(classes, 0), made.above.assign(classes, 0), made.missing.assign(classes, 0);
    figures(data, rows, made.above.data());
    const std::vector<double> all = made.above;
    Buffer<uint64_t> keys(rows.size), spare(rows.size);
    size_t known = 0;
    reading(column.codes, [&](auto codes) {
        for (const uint32_t row : rows) {
            const int32_t code = codes[row], label = data.labels[row];
            keys[known] = uint64_t{static_cast<uint32_t>(code)} << 32 | static_cast<uint32_t>(label);
            known += code >= 0;
        }
        for (size_t i = 0; i < rows.size && known < rows.size; ++i)
            if (codes[rows[i]] < 0) ++made.missing[static_cast<size_t>(data.labels[rows[i]])];
    });
    for (size_t k = 0; k < classes; ++k) made.above[k] -= made.missing[k];
    sort_keys(keys.data(), spare.data(), known, static_cast<uint64_t>(column.keys));
    Task task;
    task.criterion = asked.criterion;
    Place place;
    make_place(place, data, task, static_cast<int64_t>(known), made.above.data(), 0);
    place.impurity = impurity_of(all.data(), 0, data, task.criterion);
    Climb climb{asked, place, static_cast<double>(known) / static_cast<double>(rows.size)};
    climb.walk({keys.data(), known});
    made.tried = climb.tried, made.low = climb.found();
    for (size_t i = 0; i < known && made.low >= 0; ++i) {
        const size_t label = static_cast<uint32_t>(keys[i]);
        if ((made.high = Climb::code(keys[i])) > made.low) break;
        ++made.below[label], --made.above[label];
    }
    return made;
}
