#include "partition.hpp"

#include "threads.hpp"
#include "variants.hpp"

namespace treewidget {

size_t part_by_cut(const int32_t *codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high, int threads) {
    constexpr size_t LEAST = 1 << 15;  // rows that are worth a thread
    const size_t pieces = std::max<size_t>(1, std::min<size_t>(threads, rows.size / LEAST));
    if (pieces == 1) return active().part(codes, rows, cut, missing_low, low, high);
    const auto begin_of = [&](size_t piece) { return rows.size * piece / pieces; };
    std::vector<size_t> lows(pieces);
    parallel(pieces, threads, [&](size_t piece) {
        const size_t begin = begin_of(piece), end = begin_of(piece + 1);
        lows[piece] =
            active().part(codes, rows.part(begin, end), cut, missing_low, low + begin, high + begin);
    });
    // Each piece lies at the place of its rows: move them together.
    size_t all_low = lows[0], all_high = begin_of(1) - lows[0];
    for (size_t piece = 1; piece < pieces; ++piece) {
        const size_t begin = begin_of(piece), highs = begin_of(piece + 1) - begin - lows[piece];
        std::memmove(low + all_low, low + begin, lows[piece] * sizeof(uint32_t));
        std::memmove(high + all_high, high + begin, highs * sizeof(uint32_t));
        all_low += lows[piece];
        all_high += highs;
    }
    return all_low;
}

void part_by_table(const int32_t *codes, Slice<const uint32_t> rows, Slice<const int32_t> branch_of,
                   uint32_t *out, Slice<int64_t> ends) {
    std::fill(ends.begin(), ends.end(), 0);
    for (const uint32_t row : rows) ++ends[static_cast<size_t>(branch_of[codes[row] + 1])];
    int64_t begin = 0;
    for (int64_t &end : ends) {  // for now, where each branch begins
        const int64_t count = end;
        end = begin;
        begin += count;
    }
    for (const uint32_t row : rows) out[ends[static_cast<size_t>(branch_of[codes[row] + 1])]++] = row;
}

size_t missing_among(const int32_t *codes, Slice<const uint32_t> rows) {
    size_t found = 0;
    for (const uint32_t row : rows) found += codes[row] < 0;
    return found;
}

}  // namespace treewidget
