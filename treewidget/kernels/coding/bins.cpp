// Bins of a column: as many rows in each as its repeated values allow, one value a bin where there
// are few.
#include <numeric>

#include "threads.hpp"
#include "variants/variants.hpp"

namespace treewidget {

namespace {

constexpr size_t SAMPLE = 32768;  // rows looked at, about: enough to balance bins

// The codes of some rows that are not missing, ascending.
std::vector<int32_t> sampled(const Column &column, size_t rows) {
    std::vector<uint64_t> keys, spare;
    const size_t step = rows / SAMPLE + 1;
    for (size_t i = 0; i < rows; i += step)
        if (column.codes[i] >= 0) keys.push_back(static_cast<uint64_t>(column.codes[i]) << 32);
    spare.resize(keys.size());
    sort_keys(keys.data(), spare.data(), keys.size(), static_cast<uint64_t>(column.keys));
    std::vector<int32_t> codes;
    for (const uint64_t key : keys) codes.push_back(static_cast<int32_t>(key >> 32));
    return codes;
}

// The first code of each bin, and where the last one ends. Bins begin at codes of the sample, and
// right behind one that fills a bin alone.
std::vector<int32_t> borders(const Column &column, const std::vector<int32_t> &sample) {
    std::vector<int32_t> first{0};
    size_t left = sample.size(), held = 0, share = left / BINS;
    const auto begin = [&](int32_t code) {
        if (code <= first.back() || first.size() == BINS) return;
        first.push_back(code);
        left -= held;
        held = 0;
        share = left / (BINS + 1 - first.size());
    };
    for (size_t i = 0, end = 0; i < sample.size(); i = end) {
        while (end < sample.size() && sample[end] == sample[i]) ++end;
        if (held && held >= share) begin(sample[i - 1] + 1);
        if (held + (end - i) / 2 >= share) begin(sample[i]);
        held += end - i;
    }
    if (held >= share && !sample.empty() && sample.back() + 1 < column.keys) begin(sample.back() + 1);
    first.push_back(column.keys);
    return first;
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

NearBins near(const Column &column) {
    NearBins bins;
    bins.first = column.first.data(), bins.missing = static_cast<uint8_t>(column.bins);
    while (static_cast<size_t>(column.keys >> bins.shift) >= NearBins::STRETCHES) ++bins.shift;
    uint32_t bin = 0;
    for (int64_t begin = 0; begin < column.keys; begin += int64_t{1} << bins.shift) {
        while (column.first[bin + 1] <= begin) ++bin;
        const int64_t end = begin + (int64_t{1} << bins.shift), next = column.first[bin + 1];
        uint32_t into = next < end && next < column.keys ? static_cast<uint32_t>(next - begin) : NearBins::NEVER;
        if (into != NearBins::NEVER && column.first[bin + 2] < std::min<int64_t>(end, column.keys))
            into = NearBins::OFTEN;
        bins.at[static_cast<size_t>(begin >> bins.shift)] = bin << 24 | into;
    }
    return bins;
}

void make_bins(Column &column, const std::vector<uint32_t> &order) {
    const size_t rows = order.size();
    if (column.keys > BINS && !column.ordered) return;
    if (column.keys > BINS) {
        column.first = borders(column, sampled(column, rows));
    } else {
        column.first.resize(static_cast<size_t>(column.keys) + 1);
        std::iota(column.first.begin(), column.first.end(), 0);
    }
    column.bins = static_cast<int>(column.first.size()) - 1;
    column.binned.resize(rows + 64);
    active().bin(near(column), column.codes, {order.data(), rows}, column.binned.data());
}

}  // namespace

void make_bins(Data &data, int threads, const Control &control) {
    if (data.binned) return;
    data.order = by_class(data);
    data.place.resize(data.rows);
    for (size_t i = 0; i < data.rows; ++i) data.place[data.order[i]] = static_cast<uint32_t>(i);
    parallel(data.columns.size(), threads, [&](size_t c) {
        control.check();
        make_bins(data.columns[c], data.order);
    });
    data.histogram = active().count(data, threads, control);
    data.binned = true;
}

}  // namespace treewidget
