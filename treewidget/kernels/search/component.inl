// The levels of a nominal column along the first principal component of their class proportions, as
// induction/search/component.py, which says why it is found so.

constexpr int SQUARINGS = 20;
constexpr double ALONE = 1e-12, AS_LARGE = 1e-9, CLOSE = 1e-7;

static std::vector<int> ascending(const std::vector<double> &score) {
    std::vector<int> order(score.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return score[a] < score[b]; });
    return order;
}

static double trace(const std::vector<double> &matrix, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += matrix[i * (n + 1)];
    return sum;
}

// A first eigenvector of a covariance matrix, 0 where nothing is spread.
static std::vector<double> first_axis(std::vector<double> power, size_t n) {
    double total = trace(power, n);
    if (!(total > 0)) return std::vector<double>(n, 0.0);
    for (double &cell : power) cell /= total;
    std::vector<double> square(n * n);
    total = 0;
    for (int i = 0; i < SQUARINGS && total <= 1.0 - ALONE; ++i) {
        for (size_t row = 0; row < n; ++row)
            for (size_t k = 0; k < n; ++k)
                square[row * n + k] = std::inner_product(&power[row * n], &power[row * n] + n, &power[k * n], 0.0);
        total = trace(square, n);
        for (size_t cell = 0; cell < square.size(); ++cell) power[cell] = square[cell] / total;
    }
    double most = 0;
    for (size_t k = 0; k < n; ++k) most = std::max(most, power[k * (n + 1)]);
    size_t first = 0;
    while (power[first * (n + 1)] < most * (1.0 - AS_LARGE)) ++first;
    return {&power[first * n], &power[first * n] + n};  // a row: as its column
}

// How far each level's proportions lie from those of all, one class that is present after the other.
static std::vector<double> offsets(const Lines &table, int classes, const std::vector<double> &weight) {
    std::vector<double> whole(classes, 0.0), found;
    for (size_t i = 0; i < table.stats.size(); ++i) whole[i % classes] += table.stats[i];
    const double all = std::accumulate(whole.begin(), whole.end(), 0.0);
    for (size_t level = 0; level < weight.size(); ++level)
        for (int k = 0; k < classes; ++k) {
            if (whole[k] == 0) continue;
            const double share = weight[level] > 0 ? table.stats[level * classes + k] / weight[level] : 0.0;
            found.push_back(share - whole[k] / all);
        }
    return found;
}

static std::vector<int> along_component(const Lines &table, int classes) {
    const size_t levels = table.codes.size();
    std::vector<double> weight(levels);
    for (size_t i = 0; i < levels; ++i) weight[i] = weight_of(&table.stats[i * classes], classes);
    const std::vector<double> offset = offsets(table, classes, weight);
    const size_t n = offset.size() / levels;
    std::vector<double> spread(n * n, 0.0), score(levels);
    for (size_t i = 0; i < levels; ++i)
        for (size_t row = 0; row < n; ++row)
            for (size_t k = 0; k < n; ++k)
                spread[row * n + k] += offset[i * n + row] * weight[i] * offset[i * n + k];
    const std::vector<double> axis = first_axis(std::move(spread), n);
    for (size_t i = 0; i < levels; ++i)
        score[i] = std::inner_product(axis.begin(), axis.end(), offset.data() + i * n, 0.0);
    std::vector<int> order = ascending(score);
    const double close = CLOSE * (score[order.back()] - score[order.front()]);
    for (size_t begin = 0, end; begin < levels; begin = end) {
        for (end = begin + 1; end < levels && score[order[end]] - score[order[end - 1]] <= close;) ++end;
        std::sort(order.begin() + begin, order.begin() + end);  // equal: in their own order
    }
    return order;
}
