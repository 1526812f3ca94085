#include "counting/count.hpp"
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

// Sums take rows of one code in the order they are given; counts need no more than each row's class.
void count_sorted(const Column &column, const Target &target, Slice<const uint32_t> rows, Lines &out) {
    constexpr size_t AHEAD = 16;  // rows lie far apart here, and memory is slow
    const bool counts = target.counts();
    Buffer<uint64_t> packed(rows.size), spare(rows.size);
    for (size_t i = 0; i < rows.size; ++i)
        packed[i] = uint64_t(uint32_t(column.codes[rows[i]] + 1)) << 32 | (counts ? uint64_t(target.labels[rows[i]]) : i);
    sort_keys(packed.data(), spare.data(), rows.size, static_cast<uint64_t>(column.keys) + 1);
    const auto row = [&](size_t i) { return rows[static_cast<uint32_t>(packed[i])]; };
    std::vector<double> stats(static_cast<size_t>(target.stats()));
    const size_t most = std::min(rows.size, size_t(column.keys));
    out.codes.reserve(most), out.rows.reserve(most), out.stats.reserve(most * stats.size());
    for (size_t i = 0, begin = 0; i < rows.size; begin = i) {
        const uint64_t code = packed[i] >> 32;
        std::fill(stats.begin(), stats.end(), 0.0);
        for (; i < rows.size && packed[i] >> 32 == code; ++i) {
            if (counts) {
                stats[static_cast<uint32_t>(packed[i])] += 1;
                continue;
            }
            if (i + AHEAD < rows.size) target.fetch(row(i + AHEAD));
            target.add(stats.data(), row(i), true);
        }
        emit(out, static_cast<int64_t>(code) - 1, static_cast<int64_t>(i - begin), stats.data(), stats.size());
    }
}

// Call body(set, i) for the rows of two sets, by turns: what a set's sums wait for, the other's do
// not.
template <class Body>
void by_turns(const size_t (&sizes)[2], const Body &body) {
    size_t i = 0;
    for (const size_t both = std::min(sizes[0], sizes[1]); i < both; ++i) {
        body(0, i);
        body(1, i);
    }
    for (size_t j = i; j < sizes[0]; ++j) body(0, j);
    for (size_t j = i; j < sizes[1]; ++j) body(1, j);
}

// With value(set, i) and weight(set, i).
template <class Value, class Weight>
void sum_values(const size_t (&sizes)[2], const Value &value, const Weight &weight,
                double *const (&stats)[2], double (&scatter)[2]) {
    double sums[2][3] = {}, mean[2] = {}, squares[2] = {}, low[2] = {}, high[2] = {};
    for (int set = 0; set < 2; ++set)
        if (sizes[set]) low[set] = high[set] = value(set, 0);
    by_turns(sizes, [&](int set, size_t i) {
        const double held = value(set, i), w = weight(set, i), sum = w * held;
        sums[set][0] += w, sums[set][1] += sum, sums[set][2] += sum * held;
        low[set] = std::min(low[set], held), high[set] = std::max(high[set], held);
    });
    for (int set = 0; set < 2; ++set) {
        std::copy_n(sums[set], 3, stats[set]);
        mean[set] = sums[set][0] > 0 ? sums[set][1] / sums[set][0] : 0.0;
    }
    by_turns(sizes, [&](int set, size_t i) {
        const double off = value(set, i) - mean[set];
        squares[set] += weight(set, i) * (off * off);
    });
    for (int set = 0; set < 2; ++set) scatter[set] = low[set] != high[set] && sums[set][0] > 0 ? squares[set] : 0;
}

constexpr auto one = [](int, size_t) { return 1.0; };

}  // namespace

void figures_of_two(const Worth (&rows)[2], double *const (&stats)[2], double (&scatter)[2]) {
    const auto value = [&](int set, size_t i) { return rows[set].values[i]; };
    const auto weight = [&](int set, size_t i) { return rows[set].weights[i]; };
    const size_t sizes[2] = {rows[0].size, rows[1].size};
    if (rows[0].weights) sum_values(sizes, value, weight, stats, scatter);
    else sum_values(sizes, value, one, stats, scatter);
}

void figures_of_two(const Target &target, const Slice<const uint32_t> (&rows)[2],
                    double *const (&stats)[2], double (&scatter)[2]) {
    for (int set = 0; target.classes && set < 2; ++set) {
        std::fill_n(stats[set], target.classes, 0.0);
        for (const uint32_t row : rows[set]) target.add(stats[set], row, true);
        scatter[set] = 0;
    }
    if (target.classes) return;
    const auto value = [&](int set, size_t i) { return target.values[rows[set][i]]; };
    const auto weight = [&](int set, size_t i) { return target.weights[rows[set][i]]; };
    const size_t sizes[2] = {rows[0].size, rows[1].size};
    if (target.weights) sum_values(sizes, value, weight, stats, scatter);
    else sum_values(sizes, value, one, stats, scatter);
}

double figures(const Target &target, Slice<const uint32_t> rows, double *stats) {
    std::vector<double> nothing(static_cast<size_t>(target.stats()));
    double scatter[2];
    figures_of_two(target, {rows, {}}, {stats, nothing.data()}, scatter);
    return scatter[0];
}

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows) {
    Lines out;
    out.missing.assign(static_cast<size_t>(target.stats()), 0.0);
    const bool dense = size_t(column.keys) + 1 <= DENSE * rows.size;
    (dense ? count_dense : count_sorted)(column, target, rows, out);
    return out;
}

}  // namespace treewidget
