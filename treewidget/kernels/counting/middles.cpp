#include "counting/middles.hpp"

#include <cmath>

#include "threads.hpp"

namespace treewidget {

namespace {

constexpr size_t TOGETHER = 256;  // so many sets are a task

// One set after the other; what one needed is there for the next.
struct Finder {
    const Middles &all;
    std::vector<uint32_t> rows;
    std::vector<double> values, weights;

    void find(size_t begin, size_t end, double &median, double &error) {
        median = error = 0;
        if (begin == end) return;
        rows.assign(all.rows.data + begin, all.rows.data + end);
        take();
        median = alike() ? middle_of_all() : middle_by_weight();
        if (!std::is_sorted(rows.begin(), rows.end())) std::sort(rows.begin(), rows.end());  // sums run along the frame
        double weight = 0, sum = 0;
        for (const uint32_t row : rows) weight += weight_of(row), sum += weight_of(row) * std::fabs(all.values[row] - median);
        if (weight > 0) error = sum / weight;
    }

    double weight_of(uint32_t row) const { return all.weights ? all.weights[row] : 1.0; }

    void take() {
        values.clear(), weights.clear();
        for (const uint32_t row : rows) values.push_back(all.values[row]), weights.push_back(weight_of(row));
    }

    // Whether all rows weigh the same, and something.
    bool alike() const {
        return weights[0] > 0 && std::all_of(weights.begin(), weights.end(), [&](double w) { return w == weights[0]; });
    }

    double middle_of_all() {
        const auto low = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
        std::nth_element(values.begin(), low, values.end());
        if (values.size() % 2) return *low;
        const double pair[2] = {*low, *std::min_element(low + 1, values.end())};
        return median_of(pair, nullptr, 2);
    }

    double middle_by_weight() {
        std::sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
            return all.values[a] != all.values[b] ? all.values[a] < all.values[b] : a < b;
        });
        take();
        return median_of(values.data(), weights.data(), rows.size());
    }
};

}  // namespace

void Middles::find(int threads, double *medians, double *errors) const {
    parallel((begin.size + TOGETHER - 1) / TOGETHER, threads, [&](size_t task) {
        Finder finder{*this, {}, {}, {}};
        const size_t last = std::min((task + 1) * TOGETHER, begin.size);
        for (size_t i = task * TOGETHER; i < last; ++i)
            finder.find(static_cast<size_t>(begin[i]), static_cast<size_t>(end[i]), medians[i], errors[i]);
    });
}

}  // namespace treewidget
