#include "counting/descend.hpp"

#include "counting/count.hpp"

namespace treewidget {

namespace {

// Rows of the first branch to the front, the others behind them, each in their order.
template <class First>
size_t parted(Slice<uint32_t> rows, std::vector<uint32_t> &others, const First &first) {
    size_t low = 0, high = 0;
    for (const uint32_t row : rows) {
        const bool goes = first(row);
        rows[low] = row;
        others[high] = row;
        low += goes;
        high += !goes;
    }
    std::copy_n(others.data(), high, rows.data + low);
    return low;
}

struct Descending {
    const Data &frame;
    const Forks &forks;
    std::vector<uint32_t> others;
    std::vector<std::vector<uint8_t>> branch_of;  // of each column's levels, missing first

    size_t part(size_t line, Slice<uint32_t> rows) {
        const size_t at = static_cast<size_t>(forks.column[line]);
        const Column &column = frame.columns.at(at);
        const uint8_t missing = forks.missing[line];
        const int64_t *ends = &forks.ends[2 * line];
        if (ends[0] == ends[2]) {
            const int32_t cut = forks.cut[line];
            return reading(column.codes, [&](auto codes) {
                return parted(rows, others, [=](uint32_t row) {
                    return codes[row] < 0 ? missing == 0 : codes[row] <= cut;
                });
            });
        }
        std::vector<uint8_t> &table = branch_of[at];
        table.assign(static_cast<size_t>(column.keys) + 1, missing);
        for (int64_t i = ends[0]; i < ends[2]; ++i)
            table.at(static_cast<size_t>(forks.levels[i] + 1)) = i >= ends[1];
        return reading(column.codes, [&](auto codes) {
            return parted(rows, others, [&](uint32_t row) { return table[codes[row] + 1] == 0; });
        });
    }
};

}  // namespace

Descent descend(const Data &frame, const Forks &forks, Slice<const int64_t> starts,
                const std::vector<int64_t> &borders, Slice<uint32_t> rows) {
    const size_t lines = forks.column.size, width = static_cast<size_t>(frame.stats());
    Descending here{frame, forks, std::vector<uint32_t>(rows.size), {}};
    here.branch_of.resize(frame.columns.size());
    Descent done;
    done.begin.resize(lines), done.end.resize(lines), done.stats.resize(lines * width);
    if (!frame.classes) done.scatter.resize(lines);
    for (size_t i = 0; i < starts.size; ++i) {
        done.begin.at(static_cast<size_t>(starts[i])) = borders.at(i);
        done.end[static_cast<size_t>(starts[i])] = borders.at(i + 1);
    }
    const auto arrive = [&](size_t to, size_t begin, size_t end) {
        done.begin.at(to) = static_cast<int64_t>(begin), done.end[to] = static_cast<int64_t>(end);
        const Slice<const uint32_t> held{rows.data + begin, end - begin};
        const double scatter = figures(frame, held, &done.stats[to * width]);
        if (!frame.classes) done.scatter[to] = scatter;
    };
    for (size_t line = 0; line < lines; ++line) {
        if (forks.column[line] < 0) continue;
        const size_t begin = static_cast<size_t>(done.begin[line]);
        const size_t end = static_cast<size_t>(done.end[line]);
        const size_t middle = begin + here.part(line, rows.part(begin, end));
        arrive(line + 1, begin, middle);
        arrive(static_cast<size_t>(forks.other[line]), middle, end);
    }
    return done;
}

}  // namespace treewidget
