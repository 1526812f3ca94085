// Gains of splits, and which line of a column wins: the same arithmetic as induction/criteria.py
// and induction/search.py, so that the same rows give the same bits.

constexpr double TIE = 1e-12, NOISE = 1e-2, EPS = 2.220446049250313e-16;

// What a search knows of a node. `whole` are its statistics, centred on its own mean.
struct Place {
    const Data *data;
    const Task *task;
    int64_t rows = 0;
    double weight = 0, impurity = 0, shift = 0;
    std::vector<double> whole;

    double floor(double best) const { return best - TIE * std::max(best, NOISE * impurity); }
    // What cannot lie at or above `floor` of the best gain, whatever rounding did.
    double cutoff(double best) const { return best - 1e-9 * std::max(best, NOISE * impurity); }
    bool allows(int64_t one, double one_weight) const {
        if (one < task->leaf_rows || rows - one < task->leaf_rows) return false;
        if (task->leaf_weight <= 0) return true;
        const double least = task->leaf_weight * (1.0 - TIE);
        return one_weight >= least && weight - one_weight >= least;
    }
};

static double weight_of(const double *stats, int classes) {
    if (!classes) return stats[0];
    double sum = 0;
    for (int k = 0; k < classes; ++k) sum += stats[k];
    return sum;
}

// One branch's share of an information gain, in bits: a sum of terms that are never negative.
static double divergence(const double *part, const Place &place, double weight) {
    const int classes = place.data->classes;
    const double total = place.weight;
    double sum = 0;
    for (int k = 0; k < classes; ++k) {
        const double whole = place.whole[k];
        const double difference = part[k] * total - whole * weight;
        const double ratio = whole > 0 ? difference / (whole * weight) : 0.0;
        const double grown = (ratio > -1.0 ? (1.0 + ratio) * std::log1p(ratio) : 0.0) - ratio;
        sum += whole / total * grown;
    }
    return std::max(weight / total * sum / std::log(2.0), 0.0);
}

// Whether a side's gain is below `cut` for sure: told without a division, where that is possible.
static inline bool poor(const double *one, double weight, const Place &place, double cut) {
    if (place.task->criterion == Criterion::entropy || cut < 0) return false;
    const int begin = place.data->classes ? 0 : 1, end = place.data->searched();
    double squares = 0;
    for (int k = begin; k < end; ++k) {
        const double difference = one[k] * place.weight - place.whole[k] * weight;
        squares += difference * difference;
    }
    const double total = place.weight;
    return squares < cut * (1.0 - 1e-9) * total * total * weight * (total - weight);
}

// The decrease of impurity by a split with these statistics on one side; NONE where a side is empty.
static double gain_of(const double *one, const Place &place) {
    const Data &data = *place.data;
    const double total = place.weight, weight = weight_of(one, data.classes);
    if (place.task->criterion == Criterion::entropy) {
        std::vector<double> other(place.whole);
        for (int k = 0; k < data.classes; ++k) other[k] -= one[k];
        const double rest = weight_of(other.data(), data.classes);
        if (!(weight * rest > 0)) return NONE;
        return divergence(one, place, weight) + divergence(other.data(), place, rest);
    }
    const double scale = total * total * weight * (total - weight);
    if (!(scale > 0)) return NONE;
    double squares = 0;
    const int begin = data.classes ? 0 : 1, end = data.searched();
    for (int k = begin; k < end; ++k) {
        const double difference = one[k] * total - place.whole[k] * weight;
        squares += difference * difference;
    }
    return squares / scale;
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

// The statistics of a node of n rows, taken in their order, and what they scatter about their mean.
template <class Weight, class Label, class Value>
static double figures_of(const Data &data, size_t n, double *stats, const Weight &weight,
                         const Label &label, const Value &value) {
    std::fill(stats, stats + data.stats(), 0.0);
    const auto weigh = [&](size_t i) { return data.weights ? weight(i) : 1.0; };
    if (data.classes) {
        for (size_t i = 0; i < n; ++i) stats[label(i)] += weigh(i);
        return 0;
    }
    bool constant = true;
    for (size_t i = 0; i < n; ++i) {
        const double w = weigh(i), y = value(i);
        stats[0] += w, stats[1] += w * y, stats[2] += w * y * y;
        constant &= y == value(0);
    }
    if (constant || !(stats[0] > 0)) return 0;
    const double mean = stats[1] / stats[0];
    double scatter = 0;
    for (size_t i = 0; i < n; ++i) scatter += weigh(i) * ((value(i) - mean) * (value(i) - mean));
    return scatter;
}

// Where each class begins among rows that are in the order of their classes.
static std::vector<size_t> borders_of_classes(const Data &data, const uint32_t *rows, size_t begin,
                                              size_t end) {
    std::vector<size_t> borders = {begin};
    for (int k = 1; k < data.classes; ++k)
        borders.push_back(static_cast<size_t>(
            std::partition_point(rows + borders.back(), rows + end,
                                 [&](uint32_t row) { return data.labels[row] < k; }) - rows));
    borders.push_back(end);
    return borders;
}

static double figures_of_rows(const Data &data, const uint32_t *rows, size_t n, double *stats) {
    return figures_of(data, n, stats, [&](size_t i) { return data.weights[rows[i]]; },
                      [&](size_t i) { return data.labels[rows[i]]; },
                      [&](size_t i) { return data.values[rows[i]]; });
}

static Place make_place(const Data &data, const Task &task, int64_t rows, const double *stats,
                        double scatter) {
    Place place;
    place.data = &data, place.task = &task, place.rows = rows;
    place.weight = weight_of(stats, data.classes);
    place.impurity = impurity_of(stats, scatter, data, task.criterion);
    place.whole.assign(stats, stats + data.searched());
    if (!data.classes && place.weight != 0) {
        place.shift = stats[1] / stats[0];
        place.whole[1] = stats[1] - place.shift * stats[0];
    }
    return place;
}

// x log2 x
static double xlog(double x) { return x > 0 ? x * std::log2(x) : 0.0; }

// The first line that reaches the floor of the best, lines being offered in their order: it is
// always among those that were better than all before them.
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

// A column's two ways: missing rows against the side, and with it. The first wins a tie.
struct Ways {
    Leaders against, with;

    void clear() { against.clear(), with.clear(); }
    double best() const { return std::max(against.best, with.best); }
    Pick pick(int column, int64_t missing, const Place &place) const {
        Pick pick;
        const Leaders::Line *line = against.first(), *other = with.first();
        const bool better = other && (!line || line->gain < place.floor(other->gain));
        if (better) line = other;
        if (!line) return pick;
        pick.gain = line->gain, pick.column = column, pick.at = line->at, pick.one = line->one;
        pick.with = better;
        pick.missing = missing ? !better : !(line->one > place.rows - line->one);
        return pick;
    }
};

// The first column that has the best gain.
static const Pick *chosen(const std::vector<Pick> &picks, const Place &place) {
    double best = NONE;
    for (const Pick &pick : picks) best = std::max(best, pick.gain);
    if (best == NONE) return nullptr;
    const double floor = place.floor(best);
    for (const Pick &pick : picks)
        if (pick.gain >= floor) return &pick;
    return nullptr;
}
