#include "count.hpp"
#include "sorting.hpp"

namespace treewidget {

namespace {

// Codes are counted in a full array while it has at most so many places a row; beyond that (a small
// node of a column with many values) the rows are sorted by their code instead.
constexpr size_t DENSE = 4;

void emit(Lines &out, int64_t code, int64_t rows, const double *stats, size_t width) {
    if (code < 0) {
        out.missing_rows = rows;
        out.missing.assign(stats, stats + width);
        return;
    }
    out.codes.push_back(code);
    out.rows.push_back(rows);
    out.stats.insert(out.stats.end(), stats, stats + width);
}

void count_dense(const Column &column, const Target &target, Slice<const uint32_t> rows, Lines &out) {
    const size_t width = static_cast<size_t>(target.stats()), places = size_t(column.keys) + 1;
    std::vector<double> stats(places * width);
    std::vector<uint32_t> counts(places);
    size_t present = 0;
    for (const uint32_t row : rows) {
        const size_t line = static_cast<size_t>(column.codes[row] + 1);
        present += counts[line]++ == 0;
        target.add(&stats[line * width], row, true);
    }
    out.codes.reserve(present), out.rows.reserve(present), out.stats.reserve(present * width);
    for (size_t line = 0; line < places; ++line)
        if (counts[line])
            emit(out, static_cast<int64_t>(line) - 1, counts[line], &stats[line * width], width);
}

void count_sorted(const Column &column, const Target &target, Slice<const uint32_t> rows, Lines &out) {
    // The place among the rows stands under the code: rows of one code keep their order.
    Buffer<uint64_t> packed(rows.size), spare(rows.size);
    for (size_t i = 0; i < rows.size; ++i)
        packed[i] = static_cast<uint64_t>(column.codes[rows[i]] + 1) << 32 | i;
    sort_keys(packed.data(), spare.data(), rows.size, static_cast<uint64_t>(column.keys) + 1);
    std::vector<double> stats(static_cast<size_t>(target.stats()));
    for (size_t i = 0, begin = 0; i < rows.size; begin = i) {
        const uint64_t code = packed[i] >> 32;
        std::fill(stats.begin(), stats.end(), 0.0);
        for (; i < rows.size && packed[i] >> 32 == code; ++i)
            target.add(stats.data(), rows[static_cast<uint32_t>(packed[i])], true);
        emit(out, static_cast<int64_t>(code) - 1, static_cast<int64_t>(i - begin), stats.data(),
             stats.size());
    }
}

}  // namespace

double figures(const Target &target, Slice<const uint32_t> rows, double *stats) {
    std::fill(stats, stats + target.stats(), 0.0);
    if (target.classes) {
        for (const uint32_t row : rows) target.add(stats, row, true);
        return 0;
    }
    std::array<double, 3> sums = {0, 0, 0};  // beside each other in registers
    for (const uint32_t row : rows) target.add(sums.data(), row, true);
    std::copy(sums.begin(), sums.end(), stats);
    if (!(sums[0] > 0)) return 0;
    const double mean = sums[1] / sums[0];
    double squares = 0;
    bool constant = true;
    for (const uint32_t row : rows) {
        const double off = target.values[row] - mean;
        squares += (target.weights ? target.weights[row] : 1.0) * (off * off);
        constant &= target.values[row] == target.values[rows[0]];
    }
    return constant ? 0 : squares;
}

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows) {
    Lines out;
    out.missing.assign(static_cast<size_t>(target.stats()), 0.0);
    const bool dense = size_t(column.keys) + 1 <= DENSE * rows.size;
    (dense ? count_dense : count_sorted)(column, target, rows, out);
    return out;
}

}  // namespace treewidget
