// The rows of one bin in parts, as if those were its column's bins: where noise of many rows leaves most
// bins open, it leaves few of their parts, and only their rows are put in order.
struct Finer {
    static constexpr size_t PARTS = 32;
    Column column;             // its bins are the parts
    Coarse coarse;
    std::vector<size_t> from;  // where the rows of each part begin, and the end

    void walk(Ways &found, bool with, Inside &inside, size_t piece, const Coarse &home, int bin, const Place &place) {
        part(inside, piece, home, bin, place);
        for (int p = 0; p <= coarse.last; ++p) {
            if (coarse.bound[with][p] > NONE && coarse.bound[with][p] >= found.cut) {
                const uint64_t codes = static_cast<uint64_t>(column.first[p + 1] - inside.base);
                sort_keys(&inside.keys[from[p]], &inside.spare[from[p]], from[p + 1] - from[p], codes);
                inside.walk(found, with, coarse, p, from[p], from[p + 1], place);
            }
            if (p < coarse.last) coarse.raise_edge(found, with, column, p, place);  // the last is the bin's own
        }
    }

    // Put the rows part after part, and judge the parts.
    void part(Inside &inside, size_t piece, const Coarse &home, int bin, const Place &place) {
        const size_t begin = inside.from[piece], end = inside.from[piece + 1];
        const int shift = 32 + divide(inside.field, bin);
        double sums[Inside::KINDS][PARTS] = {};
        from.assign(static_cast<size_t>(column.bins) + 1, 0);
        for (size_t i = begin; i < end; ++i) {
            const size_t p = inside.keys[i] >> shift;
            ++from[p + 1], sums[inside.kind(i)][p] += inside.weight(i);
        }
        from[0] = begin;
        std::partial_sum(from.begin(), from.end(), from.begin());
        coarse.read_part(home, bin, column.bins, [&](int s, int p) {
            return s < home.stats ? sums[s][p] : static_cast<double>(from[p + 1] - from[p]);
        });
        coarse.judge(column, place);
        std::vector<size_t> next(from.begin(), from.end() - 1);
        for (size_t i = begin; i < end; ++i) inside.spare[next[inside.keys[i] >> shift]++] = inside.keys[i];
        std::copy_n(&inside.spare[begin], end - begin, &inside.keys[begin]);
    }

    // How far a code within a bin of so many is moved to name its part.
    static int shift_of(int32_t codes) {
        int shift = 0;
        while ((codes - 1) >> shift >= static_cast<int32_t>(PARTS)) ++shift;
        return shift;
    }

    // Make the parts of a bin the bins of `column`; returns that.
    int divide(const Column &field, int bin) {
        const int32_t first = field.first[bin], codes = field.first[bin + 1] - first;
        const int shift = shift_of(codes);
        column.bins = ((codes - 1) >> shift) + 1;
        column.first.clear();
        for (int64_t p = 0; p <= column.bins; ++p)
            column.first.push_back(first + static_cast<int32_t>(std::min<int64_t>(p << shift, codes)));
        return shift;
    }
};
