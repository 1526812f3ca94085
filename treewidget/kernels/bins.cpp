// Bins of a column: as many rows in each as its repeated values allow, one value a bin where there
// are few.
#include <numeric>

#include "data.hpp"
#include "threads.hpp"

namespace treewidget {

namespace {

// How often each code comes among some of the rows, missing first: enough to balance bins.
std::vector<uint32_t> sampled(const Column &column, size_t rows) {
    std::vector<uint32_t> counts(static_cast<size_t>(column.keys) + 1, 0);
    const size_t step = rows / 65536 + 1;
    for (size_t i = 0; i < rows; i += step) ++counts[static_cast<size_t>(column.codes[i] + 1)];
    return counts;
}

// Rows by class; those without one come last.
std::vector<uint32_t> by_class(const Data &data) {
    const size_t classes = static_cast<size_t>(data.classes);
    std::vector<uint32_t> next(classes + 2, 0), order(data.rows);
    const auto label = [&](size_t row) {
        if (!classes) return size_t{0};
        return data.labels[row] < 0 ? classes : static_cast<size_t>(data.labels[row]);
    };
    for (size_t row = 0; row < data.rows; ++row) ++next[label(row) + 1];
    for (size_t k = 1; k < next.size(); ++k) next[k] += next[k - 1];
    for (size_t row = 0; row < data.rows; ++row)
        order[next[label(row)]++] = static_cast<uint32_t>(row);
    return order;
}

void make_bins(Column &column, const std::vector<uint32_t> &order) {
    const size_t rows = order.size(), keys = static_cast<size_t>(column.keys);
    if (keys > BINS && !column.ordered) return;
    column.first.clear();
    const std::vector<uint32_t> counts = sampled(column, rows);
    size_t left = std::accumulate(counts.begin() + 1, counts.end(), size_t{0}), held = 0, share = 0;
    for (size_t key = 0; key < keys; ++key) {
        if (key == 0 || keys <= BINS || held + counts[key + 1] / 2 >= share) {
            left -= held;
            held = 0;
            column.first.push_back(static_cast<int32_t>(key));
            const size_t bins_left = BINS - std::min<size_t>(BINS, column.first.size());
            share = bins_left ? left / (bins_left + 1) : SIZE_MAX;
        }
        held += counts[key + 1];
    }
    column.bins = static_cast<int>(column.first.size());
    column.first.push_back(column.keys);
    std::vector<uint8_t> bin_of(keys + 1);
    bin_of[0] = static_cast<uint8_t>(column.bins);
    for (int bin = 0; bin < column.bins; ++bin)
        std::fill(bin_of.begin() + column.first[bin] + 1, bin_of.begin() + column.first[bin + 1] + 1,
                  static_cast<uint8_t>(bin));
    column.binned.resize(rows + 64);
    for (size_t i = 0; i < rows; ++i)
        column.binned[i] = bin_of[static_cast<size_t>(column.codes[order[i]] + 1)];
}

}  // namespace

void make_bins(Data &data, int threads, const Control &control) {
    if (data.binned) return;
    data.order = by_class(data);
    parallel(data.columns.size(), threads, [&](size_t c) {
        control.check();
        make_bins(data.columns[c], data.order);
    });
    data.binned = true;
}

}  // namespace treewidget
