// Large nodes: a copy of the bins, parted with the rows at every split, so that a node's bins lie
// together, column by column. A histogram shows which bins may hold the best cut; only their rows
// are looked at one by one.

struct Binned {
    const Data &data;
    const Task &task;
    const Control &control;
    const uint32_t *rows;
    const size_t stride;
    Buffer<uint8_t> bytes;  // columns x stride
    std::vector<double> values, weights;  // of a regression's rows, in their order
    std::vector<uint64_t> bits;
    std::vector<Coarse> coarse;
    std::vector<Ways> ways;

    const uint8_t *column(size_t c) const {
        return bytes.size ? bytes.data() + c * stride : data.columns[c].binned.data();
    }
    size_t columns() const { return data.columns.size(); }
    size_t planes() const { return data.counts() ? data.classes : data.stats() + 1; }

    // Without `parted` no copy of the bins is made where all rows are wanted.
    Binned(const Data &data, const Task &task, const Control &control, Slice<const uint32_t> rows, bool parted)
        : data(data), task(task), control(control), rows(rows.data), stride(rows.size + 64),
          bytes(parted || rows.data != data.order.data() ? stride * data.columns.size() : 0),
          bits(rows.size / 64 + 2), coarse(columns()), ways(columns()) {
        if (!data.classes) {
            for (const uint32_t row : rows) values.push_back(data.values[row]);
            for (size_t i = 0; data.weights && i < rows.size; ++i) weights.push_back(data.weights[rows[i]]);
        }
        if (!bytes.size) return;
        const bool whole = rows.size == data.rows && std::equal(rows.begin(), rows.end(), data.order.begin());
        std::vector<uint32_t> place(whole ? 0 : data.rows), from(whole ? 0 : rows.size);
        for (size_t i = 0; i < place.size(); ++i) place[data.order[i]] = static_cast<uint32_t>(i);
        for (size_t i = 0; i < from.size(); ++i) from[i] = place[rows[i]];
        over_columns(rows.size, [&](size_t c) {
            const uint8_t *bins = data.columns[c].binned.data();
            uint8_t *to = bytes.data() + c * stride;
            if (!data.columns[c].bins) return;
            if (whole) std::memcpy(to, bins, rows.size);
            for (size_t i = 0; i < from.size(); ++i) to[i] = bins[from[i]];
        });
    }

    // Work on every column, on several threads where there is enough of it.
    template <class Body>
    void over_columns(size_t size, const Body &body) {
        parallel(columns(), size * columns() < 500000 ? 1 : task.threads, [&](size_t c) {
            control.check();
            body(c);
        });
    }

    // ------------------------------------------------------------ histograms

    std::shared_ptr<Histogram> histogram_of(size_t begin, size_t end) {
        auto made = std::make_shared<Histogram>();
        const size_t size = planes() * PLACES;
        const std::vector<size_t> borders = borders_of_classes(data, rows, begin, end);
        if (data.counts()) made->counts.resize(columns() * size);
        else made->sums.resize(columns() * size);
        if (!data.classes) {
            sum_columns(begin, end, *made);
            return made;
        }
        std::vector<double> weights(data.weights ? end - begin : 0);
        for (size_t i = 0; i < weights.size(); ++i) weights[i] = data.weights[rows[begin + i]];
        over_columns(end - begin, [&](size_t c) {
            if (!data.columns[c].bins) return;
            const uint8_t *bins = column(c) + begin;
            double *sums = made->sums.data() + c * size;
            for (int k = 0; k < data.classes; ++k) {
                const size_t from = borders[k] - begin, count = borders[k + 1] - borders[k];
                if (data.counts())
                    tally(bins + from, count, data.columns[c].bins, &made->counts[c * size + k * PLACES]);
                else if (count) sum_weights(bins + from, count, weights.data() + from, sums + k * PLACES, sums + data.classes * PLACES);
            }
        });
        return made;
    }

    // Sums of a regression: a few columns at once, as what is added is the same for all of them.
    void sum_columns(size_t begin, size_t end, Histogram &made) {
        std::vector<size_t> binned;
        for (size_t c = 0; c < columns(); ++c)
            if (data.columns[c].bins) binned.push_back(c);
        const auto bins = [&](size_t i) { return column(binned[i]) + begin; };
        const auto sums = [&](size_t i) { return made.sums.data() + binned[i] * planes() * PLACES; };
        const Worth rows = worth(begin, end);
        constexpr size_t THREE = 3;  // tables fit the nearest cache
        parallel((binned.size() + 2) / THREE, rows.size * binned.size() < 500000 ? 1 : task.threads, [&](size_t group) {
            control.check();
            size_t i = group * THREE;
            if (i + THREE <= binned.size())
                return sum_values<3>({bins(i), bins(i + 1), bins(i + 2)}, rows, {sums(i), sums(i + 1), sums(i + 2)});
            for (; i < binned.size(); ++i) sum_values<1>({bins(i)}, rows, {sums(i)});
        });
    }

    Worth worth(size_t begin, size_t end) const {
        return {values.data() + begin, weights.empty() ? nullptr : weights.data() + begin, end - begin};
    }

    // Histograms of the branches that will be searched in bins: one is counted, of the other one
    // what is left, unless sums of it would be too far off. `stats` are those of the branches.
    void share(const int64_t borders[3], const bool going[2], const double *const stats[2],
               size_t sorted_rows, std::shared_ptr<Histogram> &whole,
               std::shared_ptr<Histogram> *const made[2]) {
        bool wanted[2];
        int64_t size[2];
        for (int b = 0; b < 2; ++b) {
            size[b] = borders[b + 1] - borders[b];
            wanted[b] = going[b] && static_cast<size_t>(size[b]) > sorted_rows;
        }
        if (wanted[0] || wanted[1]) split_bins(borders[0], borders[2] - borders[0]);
        const int small = size[1] < size[0], large = 1 - small;
        bool subtract = wanted[large] && whole;
        if (subtract && !data.counts()) {
            whole->noise += EPS * (unit(stats[0]) + unit(stats[1]));
            subtract = whole->noise < 50 * EPS * unit(stats[large]);
        }
        if (wanted[small] || subtract)
            *made[small] = histogram_of(borders[small], borders[small + 1]);
        if (subtract) {
            *made[large] = whole;
            for (size_t i = 0; i < whole->counts.size(); ++i) whole->counts[i] -= (*made[small])->counts[i];
            for (size_t i = 0; i < whole->sums.size(); ++i) whole->sums[i] -= (*made[small])->sums[i];
        } else if (wanted[large]) {
            *made[large] = histogram_of(borders[large], borders[large + 1]);
        }
        if (!wanted[small]) *made[small] = nullptr;
        whole = nullptr;
    }

    // The size of what a node sums: its weight, or the most that sums of its values can come to
    double unit(const double *stats) const {
        if (data.classes) return weight_of(stats, data.classes);
        return std::sqrt(stats[0] * stats[2]);
    }

    // ------------------------------------------------------------ searching

    // The best split of all.
    Pick search(size_t begin, size_t end, std::shared_ptr<Histogram> &histogram, const Place &place) {
        if (!histogram) histogram = histogram_of(begin, end);
        std::vector<Pick> picks(columns());
        double best = NONE;
        for (size_t c = 0; c < columns(); ++c) {
            if (data.columns[c].ordered) continue;
            picks[c] = search_levels(static_cast<int>(c), {rows + begin, end - begin}, place, ways[c]);
            best = std::max(best, picks[c].gain);
        }
        judge(begin, end, *histogram, place);
        search_ordered(begin, end, place, best, picks);
        Pick pick = chosen(picks, place);
        if (pick.column >= 0 && data.columns[pick.column].ordered) place_cut(pick, begin, end);
        return pick;
    }

    // The best of every ordered column that may have the best of all.
    void search_ordered(size_t begin, size_t end, const Place &place, double start,
                        std::vector<Pick> &picks) {
        size_t top = 0;
        for (size_t c = 0; c < columns(); ++c) {
            start = std::max(start, coarse[c].best_edge);
            if (coarse[c].best_bound > coarse[top].best_bound) top = c;
        }
        // The likeliest bin first: what it holds leaves less to look for.
        start = std::max(start, search_column(top, begin, end, place, start, coarse[top].best_bound).gain);
        std::atomic<double> best{start};
        const auto refine = [&](size_t c) {
            picks[c] = search_column(c, begin, end, place, best.load());
            for (double old = best.load(); picks[c].gain > old;)
                if (best.compare_exchange_weak(old, picks[c].gain)) break;
        };
        refine(top);
        over_columns((end - begin) / 8, [&](size_t c) {
            if (c != top && data.columns[c].ordered) refine(c);
        });
    }

    // What the histogram tells of every ordered column.
    void judge(size_t begin, size_t end, const Histogram &histogram, const Place &place) {
        const size_t size = planes() * PLACES;
        over_columns((end - begin) / 8, [&](size_t c) {
            const Column &column = data.columns[c];
            coarse[c].best_edge = coarse[c].best_bound = NONE;
            if (!column.ordered) return;
            if (data.counts()) coarse[c].read(&histogram.counts[c * size], column, data, place);
            else coarse[c].read(&histogram.sums[c * size], column, data, place);
            coarse[c].judge(column, place);
        });
    }

    // The best line of a column, if it reaches `best`: bins are gone into where it may lie inside,
    // if their bounds are at least as high as `bound`.
    Pick search_column(size_t c, size_t begin, size_t end, const Place &place, double best,
                       double bound = NONE) {
        const Coarse &here = coarse[c];
        Ways &found = ways[c];
        found.clear(place.cutoff(std::max(best, here.best_edge)));
        if (!data.columns[c].ordered || std::max(here.best_edge, here.best_bound) < found.cut) return {};
        const auto bound_of = [&](int b) {
            return std::max(here.bound[0][b], here.missing_rows ? here.bound[1][b] : NONE);
        };
        std::vector<int> wanted;
        for (int b = 0; b < here.bins; ++b)
            if (bound_of(b) > NONE && bound_of(b) >= std::max(found.cut, bound)) wanted.push_back(b);
        Inside inside(data, rows, worth(0, 0), column(c), data.columns[c], here, begin, end, wanted);
        for (int with = 0; with <= (here.missing_rows > 0); ++with)
            for (int b = 0; b <= here.last; ++b) {
                const int64_t more = with ? here.missing_rows : 0;
                if (here.bound[with][b] >= found.cut && inside.has(b)) {
                    inside.base = data.columns[c].first[b];
                    found.side.resize(data.searched());
                    here.side(b, with, found.side.data(), data.searched());
                    found.walk(with, inside, inside.begin(b), inside.end(b) - 1,
                               here.rows_before(b) + more, place);
                }
                found.raise(with, here.edge[with][b], data.columns[c].first[b + 1] - 1,
                            here.rows_before(b + 1) + more, place);
            }
        return found.pick(static_cast<int>(c), here.missing_rows, place);
    }

    // The codes present on either side of a cut.
    void place_cut(Pick &pick, size_t begin, size_t end) const {
        const Column &column = data.columns[pick.column];
        const Coarse &here = coarse[pick.column];
        const int bin = column.bin_of(pick.at);
        pick.known = bin >= here.last && pick.at == column.first[bin + 1] - 1;
        if (pick.known) {
            pick.missing = 1, pick.at = column.keys;
            return;
        }
        int lower = bin, upper = bin + 1;  // the nearest bins with rows
        while (lower > 0 && !here.rows_in(lower)) --lower;
        while (upper <= here.last && !here.rows_in(upper)) ++upper;
        pick.high = column.keys;
        const auto meet = [&, at = pick.at](int32_t code) {
            if (code > at) pick.high = std::min(pick.high, code);
            else pick.low = std::max(pick.low, code);
        };
        uint8_t near[PLACES] = {};
        for (const int b : {lower, bin, upper}) {
            if (b > here.last || !here.rows_in(b)) continue;
            if (column.single(b)) meet(column.first[b]);
            else near[b] = 1;
        }
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column));
        if (std::count(near, near + PLACES, 1))
            Lookup(near).each(bins, begin, end, [&](size_t i) { meet(column.codes[rows[i]]); });
        pick.at = pick.low;
    }

    // The statistics of branch 0 of a cut that has its place.
    void sum_first(Pick &pick, size_t begin, size_t end, const Place &place) const {
        const Column &column = data.columns[pick.column];
        const Coarse &here = coarse[pick.column];
        const int bin = pick.known ? column.bins : column.bin_of(pick.at);
        pick.first.resize(static_cast<size_t>(data.searched()));
        here.side(bin, !pick.known && !pick.missing, pick.first.data(), data.searched());
        if (!data.classes) pick.first[1] += place.shift * pick.first[0];
        if (pick.known) return;
        uint8_t near[PLACES] = {};
        near[bin] = 1;
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column));
        Lookup(near).each(bins, begin, end, [&](size_t i) {
            if (column.codes[rows[i]] <= pick.at) data.add(pick.first.data(), rows[i], false);
        });
    }

    // ------------------------------------------------------------ parting

    // Part a node's rows; returns where the second branch begins.
    size_t split(uint32_t *parted, size_t begin, size_t end, const Pick &pick) {
        const size_t lows = mark(pick, begin, end - begin);
        Buffer<uint32_t> spare(end - begin - lows + 16);
        part_in_place(parted + begin, end - begin, spare.data(), Bits{bits.data()});
        for (std::vector<double> *own : {&values, &weights}) {
            if (own->empty()) continue;
            Buffer<double> others(end - begin - lows + 16);
            part_by_bits(own->data() + begin, bits.data(), end - begin, others.data());
        }
        return begin + lows;
    }

    // Part the bins too, as the rows just were: needed where a branch will be searched in bins.
    void split_bins(size_t begin, size_t size) {
        over_columns(size / 4, [&](size_t c) {
            if (!data.columns[c].bins) return;
            Buffer<uint8_t> spare(size + 64);
            part_by_bits(bytes.data() + c * stride + begin, bits.data(), size, spare.data());
        });
    }

    // A bit for each row of a node: whether it goes to branch 0. Returns how many do.
    size_t mark(const Pick &pick, size_t begin, size_t size) {
        const Column &column = data.columns[pick.column];
        const auto goes = [&](int32_t code) {
            if (code < 0) return !pick.missing;
            if (column.ordered) return code <= pick.at;
            return std::binary_search(pick.levels.begin(), pick.levels.end(), code);
        };
        uint8_t first[PLACES] = {}, doubt[PLACES] = {};  // of each bin; the code decides in doubt
        for (int b = 0; b < column.bins; ++b) {
            first[b] = goes(column.first[b]);
            doubt[b] = first[b] != goes(column.first[b + 1] - 1);
        }
        first[column.bins] = !pick.missing;
        if (!column.bins) std::fill_n(doubt, PLACES, 1);
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column)) + begin;
        const Lookup first_of(first), doubt_of(doubt);
        size_t lows = 0;
        for (size_t i = 0; i < size; i += 64) {
            const size_t count = std::min<size_t>(64, size - i);
            uint64_t word = first_of.bits(bins + i, count);
            for (uint64_t open = doubt_of.bits(bins + i, count); open; open &= open - 1) {
                const int j = __builtin_ctzll(open);
                const uint64_t bit = uint64_t{1} << j;
                word = goes(column.codes[rows[begin + i + j]]) ? word | bit : word & ~bit;
            }
            bits[i / 64] = word;
            lows += static_cast<size_t>(__builtin_popcountll(word));
        }
        return lows;
    }
};
