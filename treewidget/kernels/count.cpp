#include "count.hpp"

namespace treewidget {

namespace {

// What one row adds to the statistics of its line, for each kind of target.
struct Classes {
    const int32_t *classes;
    void operator()(uint32_t row, double *stats) const { stats[classes[row]] += 1.0; }
};

struct WeighedClasses {
    const int32_t *classes;
    const double *weights;
    void operator()(uint32_t row, double *stats) const { stats[classes[row]] += weights[row]; }
};

struct Values {
    const double *values;
    void operator()(uint32_t row, double *stats) const {
        const double value = values[row];
        stats[0] += 1.0;
        stats[1] += value;
        stats[2] += value * value;
    }
};

struct WeighedValues {
    const double *values, *weights;
    void operator()(uint32_t row, double *stats) const {
        const double weight = weights[row], value = values[row], weighted = value * weight;
        stats[0] += weight;
        stats[1] += weighted;
        stats[2] += weighted * value;
    }
};

// Call `body` with the adder that fits a target.
template <class Body>
auto with_adder(const Target &target, const Body &body) {
    if (target.kinds)
        return target.weights ? body(WeighedClasses{target.classes, target.weights})
                              : body(Classes{target.classes});
    return target.weights ? body(WeighedValues{target.values, target.weights})
                          : body(Values{target.values});
}

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

template <class Add>
void count_dense(const Column &column, Slice<const uint32_t> rows, size_t width, const Add &add,
                 Lines &out) {
    std::vector<double> stats((column.size + 1) * width);
    std::vector<uint32_t> counts(column.size + 1);
    size_t present = 0;
    for (const uint32_t row : rows) {
        const size_t line = static_cast<size_t>(column.codes[row] + 1);
        present += counts[line]++ == 0;
        add(row, &stats[line * width]);
    }
    out.codes.reserve(present);
    out.rows.reserve(present);
    out.stats.reserve(present * width);
    for (size_t line = 0; line <= column.size; ++line)
        if (counts[line])
            emit(out, static_cast<int64_t>(line) - 1, counts[line], &stats[line * width], width);
}

template <class Add>
void count_sorted(const Column &column, Slice<const uint32_t> rows, size_t width, const Add &add,
                  Lines &out) {
    // The place among the rows stands under the code: rows of one code keep their order.
    Buffer<uint64_t> packed(rows.size);
    for (size_t i = 0; i < rows.size; ++i)
        packed[i] = static_cast<uint64_t>(column.codes[rows[i]] + 1) << 32 | i;
    std::sort(packed.data(), packed.data() + rows.size);
    std::vector<double> stats(width);
    for (size_t i = 0; i < rows.size;) {
        const uint64_t code = packed[i] >> 32;
        const size_t begin = i;
        std::fill(stats.begin(), stats.end(), 0.0);
        for (; i < rows.size && packed[i] >> 32 == code; ++i)
            add(rows[static_cast<uint32_t>(packed[i])], stats.data());
        emit(out, static_cast<int64_t>(code) - 1, static_cast<int64_t>(i - begin), stats.data(),
             width);
    }
}

}  // namespace

void total(const Target &target, Slice<const uint32_t> rows, double *stats) {
    with_adder(target, [&](const auto &add) {
        for (const uint32_t row : rows) add(row, stats);
    });
}

double scatter(const Target &target, Slice<const uint32_t> rows) {
    if (!rows.size) return 0.0;
    const double *values = target.values, *weights = target.weights;
    const auto weight_of = [&](uint32_t row) { return weights ? weights[row] : 1.0; };
    double low = values[rows[0]], high = low, weight = 0.0, sum = 0.0;
    for (const uint32_t row : rows) {
        low = std::min(low, values[row]);
        high = std::max(high, values[row]);
        weight += weight_of(row);
        sum += weight_of(row) * values[row];
    }
    if (low == high || weight == 0.0) return 0.0;
    const double mean = sum / weight;
    double squares = 0.0;
    // In blocks, so that a long sum loses no more than a short one.
    constexpr size_t BLOCK = 1024;
    for (size_t begin = 0; begin < rows.size; begin += BLOCK) {
        double block = 0.0;
        for (const uint32_t row : rows.part(begin, std::min(begin + BLOCK, rows.size))) {
            const double off = values[row] - mean;
            block += weight_of(row) * (off * off);
        }
        squares += block;
    }
    return squares;
}

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows) {
    Lines out;
    const size_t width = target.width();
    out.missing.assign(width, 0.0);
    with_adder(target, [&](const auto &add) {
        if (column.size + 1 <= DENSE * rows.size)
            count_dense(column, rows, width, add, out);
        else
            count_sorted(column, rows, width, add, out);
    });
    return out;
}

}  // namespace treewidget
