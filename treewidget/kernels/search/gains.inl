// Gains of splits: the same arithmetic as induction/criteria.py and induction/search, so that the
// same rows give the same bits.

constexpr double TIE = 1e-12, NOISE = 1e-2, EPS = 2.220446049250313e-16;

// What a search knows of a node. `whole` are its statistics, centred on its own mean.
struct Place {
    const Target *target;
    const Task *task;
    int64_t rows = 0;
    double weight = 0, impurity = 0, shift = 0;
    std::vector<double> whole;

    double floor(double best) const { return best - TIE * std::max(best, NOISE * impurity); }
    // What cannot lie at or above `floor` of the best gain, whatever rounding did.
    double cutoff(double best) const { return best - 1e-9 * std::max(best, NOISE * impurity); }
    // The fewest rows of a branch, where a row weighs 1.
    int64_t least() const {
        return std::max(task->leaf_rows, static_cast<int64_t>(std::ceil(task->leaf_weight * (1.0 - TIE))));
    }
    bool allows(int64_t one, double one_weight) const {
        if (one < task->leaf_rows || rows - one < task->leaf_rows) return false;
        if (task->leaf_weight <= 0) return true;
        const double least = task->leaf_weight * (1.0 - TIE);
        return one_weight >= least && weight - one_weight >= least;
    }
    void recentre(double *stats) const {
        if (!target->classes) stats[1] -= shift * stats[0];
    }
};

static double weight_of(const double *stats, int classes) {
    if (!classes) return stats[0];
    double sum = 0;
    for (int k = 0; k < classes; ++k) sum += stats[k];
    return sum;
}

// One branch's share of an information gain, in bits: a sum of terms that are never negative. `part`
// gives its weight of a class.
template <class Part>
static double divergence(const Part &part, const Place &place, double weight) {
    const double total = place.weight;
    double sum = 0;
    for (int k = 0; k < place.target->classes; ++k) {
        const double whole = place.whole[k];
        const double difference = part(k) * total - whole * weight;
        const double ratio = whole > 0 ? difference / (whole * weight) : 0.0;
        const double grown = (ratio > -1.0 ? (1.0 + ratio) * std::log1p(ratio) : 0.0) - ratio;
        sum += whole / total * grown;
    }
    return std::max(weight / total * sum / std::log(2.0), 0.0);
}

static double information_gain(const double *one, const Place &place, double weight) {
    const auto other = [&](int k) { return place.whole[k] - one[k]; };
    double rest = 0;
    for (int k = 0; k < place.target->classes; ++k) rest += other(k);
    if (!(weight * rest > 0)) return NONE;
    return divergence([&](int k) { return one[k]; }, place, weight) + divergence(other, place, rest);
}

// In nats a divergence is at most a chi-square: the squares below, each class's over its share.
constexpr double NATS = 0.6931471805599453;

static inline double over_share(const Place &place, size_t k) {
    return place.whole[k] > 0 ? place.weight / place.whole[k] : 0.0;
}

// What such a sum is in units of, as wide registers make it: two classes have the same square, so that
// there both are added as they are.
static double unit_of_information(const Place &place) {
    if (place.target->classes > 2) return NATS;
    return NATS * 2 * place.whole[0] * place.whole[1] / (place.weight * place.weight);
}

// How far a side's statistics lie from what the whole would give it, squared: a gain, but for its scale.
static inline double squares_of(const double *one, double weight, const Place &place) {
    const int begin = place.target->classes ? 0 : 1, end = place.target->searched();
    double squares = 0;
    for (int k = begin; k < end; ++k) {
        const double difference = one[k] * place.weight - place.whole[k] * weight;
        squares += difference * difference;
    }
    return squares;
}

// The same of an information gain, which is at most that large.
static inline double shared_squares_of(const double *one, double weight, const Place &place) {
    double squares = 0;
    for (int k = 0; k < place.target->classes; ++k) {
        const double difference = one[k] * place.weight - place.whole[k] * weight;
        squares += difference * difference * over_share(place, static_cast<size_t>(k));
    }
    return squares / NATS;
}

// Whether a side's gain is below `cut` for sure: told without a division, where that is possible.
static inline bool poor(const double *one, double weight, const Place &place, double cut) {
    if (cut < 0) return false;
    const bool entropy = place.task->criterion == Criterion::entropy;
    const double total = place.weight;
    const double squares = entropy ? shared_squares_of(one, weight, place) : squares_of(one, weight, place);
    return squares < cut * (1.0 - 1e-9) * total * total * weight * (total - weight);
}

// The decrease of impurity by a split with these statistics on one side; NONE where a side is empty.
static double gain_of(const double *one, const Place &place) {
    const double total = place.weight, weight = weight_of(one, place.target->classes);
    if (place.task->criterion == Criterion::entropy) return information_gain(one, place, weight);
    const double scale = total * total * weight * (total - weight);
    return scale > 0 ? squares_of(one, weight, place) / scale : NONE;
}

static double impurity_of(const double *stats, double scatter, const Data &data,
                          Criterion criterion) {
    const double weight = weight_of(stats, data.classes);
    if (!(weight > 0)) return 0;
    if (!data.classes) return scatter / weight;
    double sum = 0;
    for (int k = 0; k < data.classes; ++k) {
        const double share = stats[k] / weight;
        if (criterion == Criterion::gini) sum += share * (1.0 - share);
        else if (share > 0) sum -= share * std::log2(share);
    }
    return std::max(sum, 0.0);
}

// Where a class ends among rows that are in the order of their classes and come from it on.
static size_t end_of_class(const Target &target, const uint32_t *rows, size_t begin, size_t end, int k) {
    if (k + 1 >= target.classes) return end;
    return static_cast<size_t>(std::partition_point(rows + begin, rows + end,
                                                    [&](uint32_t row) { return target.labels[row] <= k; }) - rows);
}

// Where each class begins.
static std::vector<size_t> borders_of_classes(const Target &target, const uint32_t *rows, size_t begin,
                                              size_t end) {
    std::vector<size_t> borders(static_cast<size_t>(std::max(target.classes, 1)) + 1, begin);
    for (size_t k = 0; k + 1 < borders.size(); ++k)
        borders[k + 1] = end_of_class(target, rows, borders[k], end, static_cast<int>(k));
    return borders;
}

// Numbers from 0 on in the order of their values; of equals the lower comes first.
static std::vector<uint32_t> in_order_of(const double *values, size_t size) {
    const auto key = [&](size_t i) {  // whole numbers in the same order
        uint64_t bits;
        const double value = values[i] + 0.0;  // no zero is negative
        std::memcpy(&bits, &value, sizeof bits);
        return bits >> 63 ? ~bits : bits | uint64_t{1} << 63;
    };
    uint64_t low = ~uint64_t{0}, high = 0;
    for (size_t i = 0; i < size; ++i) low = std::min(low, key(i)), high = std::max(high, key(i));
    int shift = 0;
    while (size && (high - low) >> shift >> 32) ++shift;
    Buffer<uint64_t> keys(size), other(size);
    for (size_t i = 0; i < size; ++i) keys[i] = (key(i) - low) >> shift << 32 | i;
    sort_keys(keys.data(), other.data(), size, size ? (high - low) >> shift : 0);
    std::vector<uint32_t> order(size);
    for (size_t i = 0; i < size; ++i) order[i] = static_cast<uint32_t>(keys[i]);
    for (size_t begin = 0, end = 0; shift && begin < size; begin = end) {  // what is alike so far
        while (end < size && keys[end] >> 32 == keys[begin] >> 32) ++end;
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](uint32_t a, uint32_t b) { return values[a] != values[b] ? values[a] < values[b] : a < b; });
    }
    return order;
}

static std::vector<double> picked(const double *values, Slice<const uint32_t> rows) {
    std::vector<double> made(rows.size);
    for (size_t i = 0; i < rows.size; ++i) made[i] = values[rows[i]];
    return made;
}

// What some rows are worth, laid out in the order they come in, which is that of their classes.
struct LaidOut : Target {
    std::vector<uint32_t> borders;  // the first number of each class
    std::vector<int32_t> own_labels;
    std::vector<double> own_values, own_weights;

    LaidOut(const Target &home, Slice<const uint32_t> rows) : Target(home) {
        for (const size_t border : borders_of_classes(home, rows.data, 0, rows.size))
            borders.push_back(static_cast<uint32_t>(border));
        for (int k = 0; k < classes; ++k) own_labels.resize(borders[k + 1], k);
        if (!classes) own_values = picked(home.values, rows);
        if (weights) own_weights = picked(home.weights, rows);
        labels = own_labels.data(), values = own_values.data();
        weights = home.weights ? own_weights.data() : nullptr;
    }
    LaidOut(const LaidOut &) = delete;  // it points into itself
};

// The statistics of rows in the order of their classes, and what they scatter. `held` is what they
// weigh, side by side, where that is at hand.
static double figures_by_class(const Target &target, Slice<const uint32_t> rows, double *stats,
                               const double *held = nullptr) {
    if (!target.classes) return figures(target, rows, stats);
    for (size_t k = 0, begin = 0; k < static_cast<size_t>(target.classes); ++k) {
        const size_t end = end_of_class(target, rows.data, begin, rows.size, static_cast<int>(k));
        double sum = target.tallies() ? static_cast<double>(end - begin) * target.factor(k) : 0.0;
        for (size_t i = begin; !target.tallies() && i < end; ++i) sum += held ? held[i] : target.weights[rows[i]];
        stats[k] = sum, begin = end;
    }
    return 0;
}

// Put rows in the order of their classes, and in that of the frame within one, in which they come.
static void sort_by_class(const Data &data, uint32_t *rows, size_t size) {
    if (!data.classes) return;
    if (size == data.rows) {
        std::copy_n(data.order.data(), size, rows);
        return;
    }
    std::vector<size_t> places(static_cast<size_t>(data.classes) + 1, 0);
    for (size_t i = 0; i < size; ++i) ++places[data.labels[rows[i]] + 1];
    for (int k = 0; k < data.classes; ++k) places[k + 1] += places[k];
    const std::vector<uint32_t> before(rows, rows + size);
    for (uint32_t row : before) rows[places[data.labels[row]]++] = row;
}

static void make_place(Place &place, const Data &data, const Task &task, int64_t rows,
                       const double *stats, double scatter) {
    place.target = &data, place.task = &task, place.rows = rows;
    place.weight = weight_of(stats, data.classes);
    place.impurity = impurity_of(stats, scatter, data, task.criterion);
    place.whole.assign(stats, stats + data.searched());
    place.shift = data.classes || place.weight == 0 ? 0 : stats[1] / stats[0];
    place.recentre(place.whole.data());
}

// A node as one of the classes alone that it still has: others add nothing to a gain.
struct Present {
    Target target;                // of so many classes; rows' labels are not theirs
    Place place;
    std::vector<size_t> classes;  // their numbers

    void find(const Place &all) {
        classes.clear(), place.whole.clear();
        for (size_t k = 0; k < all.whole.size(); ++k)
            if (all.whole[k] > 0) classes.push_back(k), place.whole.push_back(all.whole[k]);
        target.classes = static_cast<int>(classes.size()), target.weights = all.target->weights;
        place.target = &target, place.task = all.task, place.rows = all.rows;
        place.weight = all.weight, place.impurity = all.impurity;
    }
};

// x log2 x
static double xlog(double x) { return x > 0 ? x * std::log2(x) : 0.0; }
