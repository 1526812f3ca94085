// Bins of a column: as many rows in each as its repeated values allow, one value a bin where there
// are few.
#include <numeric>

#include "data.hpp"
#include "threads.hpp"

namespace treewidget {

namespace {

constexpr size_t SAMPLE = 32768;  // rows looked at, about: enough to balance bins

// The codes of some rows that are not missing, ascending.
std::vector<int32_t> sampled(const Column &column, size_t rows) {
    std::vector<int32_t> codes;
    const size_t step = rows / SAMPLE + 1;
    for (size_t i = 0; i < rows; i += step)
        if (column.codes[i] >= 0) codes.push_back(column.codes[i]);
    std::sort(codes.begin(), codes.end());
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

// The bin of a code, by a table that stays in the nearest cache: the bin in which each of some
// stretches of codes begins, from where it is at most a few bins on.
class NearBins {
  public:
    explicit NearBins(const Column &column)
        : first_(column.first.data()), missing_(static_cast<uint8_t>(column.bins)) {
        while (column.keys >> shift_ >= STRETCHES) ++shift_;
        int bin = 0;
        for (int64_t begin = 0; begin < column.keys; begin += int64_t{1} << shift_) {
            while (column.first[bin + 1] <= begin) ++bin;
            at_[begin >> shift_] = static_cast<uint8_t>(bin);
        }
    }

    uint8_t operator()(int32_t code) const {
        if (code < 0) return missing_;
        uint8_t bin = at_[code >> shift_];
        while (code >= first_[bin + 1]) ++bin;
        return bin;
    }

  private:
    static constexpr int32_t STRETCHES = 8192;
    const int32_t *first_;
    uint8_t missing_;
    int shift_ = 0;
    std::array<uint8_t, STRETCHES> at_{};
};

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
    const NearBins bin_of(column);
    const int32_t *codes = column.codes;
    std::transform(order.begin(), order.end(), column.binned.begin(),
                   [=](uint32_t row) { return bin_of(codes[row]); });
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
