#include "counting/count.hpp"

#include <cmath>

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
    reading(column.codes, [&](auto codes) {
        for (const uint32_t row : rows) {
            const size_t line = static_cast<size_t>(codes[row] + 1);
            present += counts[line]++ == 0;
            target.add(&stats[line * width], row, true);
        }
    });
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
    reading(column.codes, [&](auto codes) {
        for (size_t i = 0; i < rows.size; ++i)
            packed[i] = uint64_t(uint32_t(codes[rows[i]] + 1)) << 32 | (counts ? uint64_t(target.labels[rows[i]]) : i);
    });
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

// Sums of so many numbers a row, with terms(i).
template <size_t count, class Terms>
std::array<double, count> summed(size_t rows, const Terms &terms) {
    constexpr size_t EIGHT = 8;
    double sums[count][EIGHT] = {};
    const auto add = [&](size_t i, size_t to) {
        const std::array<double, count> moved = terms(i);
        for (size_t s = 0; s < count; ++s) sums[s][to] += moved[s];
    };
    size_t i = 0;
    for (; i + EIGHT <= rows; i += EIGHT)
        for (size_t to = 0; to < EIGHT; ++to) add(i + to, to);
    for (; i < rows; ++i) add(i, i % EIGHT);
    std::array<double, count> found;
    for (size_t s = 0; s < count; ++s) {
        const auto two = [&](size_t to) { return sums[s][to] + sums[s][to + 4]; };
        found[s] = (two(0) + two(2)) + (two(1) + two(3));
    }
    return found;
}

// Of a regression, with value(i) and weight(i).
template <class Value, class Weight>
double figures_of(size_t rows, const Value &value, const Weight &weight, double *stats) {
    const auto sums = summed<3>(rows, [&](size_t i) {
        const double sum = weight(i) * value(i);
        return std::array<double, 3>{weight(i), sum, sum * value(i)};
    });
    std::copy_n(sums.begin(), 3, stats);
    size_t alike = 1;  // where all are, they do not scatter, whatever rounding says
    while (alike < rows && value(alike) == value(0)) ++alike;
    if (alike >= rows || !(sums[0] > 0)) return 0;
    const double mean = sums[1] / sums[0];
    return summed<1>(rows, [&](size_t i) {
        const double off = value(i) - mean;
        return std::array<double, 1>{weight(i) * (off * off)};
    })[0];
}

constexpr auto one = [](size_t) { return 1.0; };

// Tables take turns, as a row would wait for the one before that has its class.
void count_classes(const Target &target, Slice<const uint32_t> rows, double *stats) {
    constexpr size_t TURNS = 4;
    const size_t classes = static_cast<size_t>(target.classes);
    std::vector<uint32_t> tables(TURNS * classes);
    for (size_t i = 0; i < rows.size; ++i) ++tables[i % TURNS * classes + static_cast<size_t>(target.labels[rows[i]])];
    for (size_t k = 0; k < classes; ++k) {
        stats[k] = 0;
        for (size_t turn = 0; turn < TURNS; ++turn) stats[k] += tables[turn * classes + k];
    }
}

// Make what rows of each class weigh of how many there are.
void weigh(const Target &target, double *counts) {
    for (size_t k = 0; k < static_cast<size_t>(target.classes); ++k) counts[k] *= target.factor(k);
}

}  // namespace

double figures(const Worth &rows, double *stats) {
    const auto value = [&](size_t i) { return rows.values[i]; };
    const auto weight = [&](size_t i) { return rows.weights[i]; };
    return rows.weights ? figures_of(rows.size, value, weight, stats) : figures_of(rows.size, value, one, stats);
}

double figures(const Target &target, Slice<const uint32_t> rows, double *stats) {
    const auto value = [&](size_t i) { return target.values[rows[i]]; };
    const auto weight = [&](size_t i) { return target.weights[rows[i]]; };
    if (!target.classes)
        return target.weights ? figures_of(rows.size, value, weight, stats) : figures_of(rows.size, value, one, stats);
    if (target.tallies()) {
        count_classes(target, rows, stats);
        weigh(target, stats);
    } else {
        std::fill_n(stats, target.classes, 0.0);
        for (const uint32_t row : rows) target.add(stats, row, true);
    }
    return 0;
}

std::vector<double> factors_of(const Target &target, size_t rows) {
    if (!target.classes || !target.weights) return {};
    std::vector<double> found(static_cast<size_t>(target.classes), -1.0);
    for (size_t row = 0; row < rows; ++row) {
        if (target.labels[row] < 0) continue;
        double &factor = found[static_cast<size_t>(target.labels[row])];
        if (factor < 0) factor = target.weights[row];
        if (factor != target.weights[row]) return {};
    }
    double most = 1;  // with as many digits as any number of rows has
    while (most < static_cast<double>(rows)) most = 2 * most + 1;
    for (double &factor : found) {
        factor = std::max(factor, 0.0);
        if (std::fma(factor, most, -(factor * most)) != 0) return {};
    }
    return found;
}

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows) {
    Lines out;
    Target counted = target;
    if (target.factors) counted.weights = counted.factors = nullptr;
    out.missing.assign(static_cast<size_t>(target.stats()), 0.0);
    const bool dense = size_t(column.keys) + 1 <= DENSE * rows.size;
    (dense ? count_dense : count_sorted)(column, counted, rows, out);
    if (!target.factors) return out;
    weigh(target, out.missing.data());
    for (size_t i = 0; i < out.codes.size(); ++i) weigh(target, &out.stats[i * out.missing.size()]);
    return out;
}

}  // namespace treewidget
