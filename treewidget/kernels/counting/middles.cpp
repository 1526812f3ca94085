#include "counting/middles.hpp"

#include <cmath>
#include <numeric>

#include "threads.hpp"

namespace treewidget {

namespace {

constexpr size_t TOGETHER = 256;  // so many sets are a task
constexpr double TIE = 1e-12;

double between(double one, double other) { return one == other ? one : one / 2.0 + other / 2.0; }

// One set after the other; what one needed is there for the next.
struct Finder {
    std::vector<uint32_t> rows, order;
    std::vector<double> values, weights, spare;

    void find(const Middles &all, size_t begin, size_t end, double &median, double &error) {
        median = error = 0;
        if (begin == end) return;
        rows.assign(all.rows.data + begin, all.rows.data + end);
        if (!std::is_sorted(rows.begin(), rows.end())) std::sort(rows.begin(), rows.end());  // sums run along the frame
        values.clear(), weights.clear();
        for (const uint32_t row : rows) values.push_back(all.values[row]);
        for (const uint32_t row : rows) weights.push_back(all.weights ? all.weights[row] : 1.0);
        const bool alike = weights[0] > 0 && std::all_of(weights.begin(), weights.end(), [&](double w) { return w == weights[0]; });
        median = alike ? middle_of_all() : middle_by_weight();
        double weight = 0, sum = 0;
        for (size_t i = 0; i < values.size(); ++i) weight += weights[i], sum += weights[i] * std::fabs(values[i] - median);
        if (weight > 0) error = sum / weight;
    }

    double middle_of_all() {
        spare = values;
        const auto low = spare.begin() + static_cast<std::ptrdiff_t>((spare.size() - 1) / 2);
        std::nth_element(spare.begin(), low, spare.end());
        return between(*low, spare.size() % 2 ? *low : *std::min_element(low + 1, spare.end()));
    }

    double middle_by_weight() {
        order.resize(values.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return values[a] != values[b] ? values[a] < values[b] : a < b;
        });
        spare.clear();
        double sum = 0;
        for (const uint32_t i : order) spare.push_back(sum += weights[i]);
        const double half = sum / 2.0;
        const auto low = std::lower_bound(spare.begin(), spare.end(), half * (1.0 - TIE));
        const auto high = std::upper_bound(spare.begin(), spare.end(), half * (1.0 + TIE));
        const size_t last = std::min(static_cast<size_t>(high - spare.begin()), order.size() - 1);
        return between(values[order[static_cast<size_t>(low - spare.begin())]], values[order[last]]);
    }
};

}  // namespace

void Middles::find(int threads, double *medians, double *errors) const {
    parallel((begin.size + TOGETHER - 1) / TOGETHER, threads, [&](size_t task) {
        Finder finder;
        const size_t last = std::min((task + 1) * TOGETHER, begin.size);
        for (size_t i = task * TOGETHER; i < last; ++i)
            finder.find(*this, static_cast<size_t>(begin[i]), static_cast<size_t>(end[i]), medians[i], errors[i]);
    });
}

}  // namespace treewidget
