// Large nodes: a copy of the bins, parted with the rows at every split, so that a node's bins lie
// together, column by column. A histogram shows which bins may hold the best cut; only their rows
// are looked at one by one.

struct Binned {
    const Data &data;
    const Task &task;
    Control &control;
    Buffer<uint32_t> &rows;
    const size_t stride;
    std::vector<uint8_t> bytes;  // columns x stride
    std::vector<double> weights, values;  // of the rows of the node at hand, in its order
    std::vector<uint64_t> bits;
    std::vector<Coarse> coarse;
    std::vector<Ways> ways;

    uint8_t *column(size_t c) { return bytes.data() + c * stride; }
    size_t columns() const { return data.columns.size(); }
    size_t planes() const { return data.counts() ? data.classes : data.stats() + 1; }

    Binned(const Data &data, const Task &task, Control &control, Buffer<uint32_t> &rows)
        : data(data), task(task), control(control), rows(rows), stride(rows.size + 64),
          bytes(stride * data.columns.size()), bits(rows.size / 64 + 2), coarse(columns()),
          ways(columns()) {
        over_columns(rows.size, [&](size_t c) {
            const uint8_t *from = data.columns[c].binned.data();
            if (!data.columns[c].bins) return;
            for (size_t i = 0; i < rows.size; ++i) column(c)[i] = from[rows[i]];
        });
    }

    // Work on every column, on several threads where there is enough of it.
    template <class Body>
    void over_columns(size_t size, const Body &body) {
        parallel(columns(), size * columns() < 500000 ? 1 : task.threads, [&](size_t c) {
            if (control.stop.load(std::memory_order_relaxed)) throw Stopped();
            body(c);
        });
    }

    // ------------------------------------------------------------ histograms

    // Where each class begins among a node's rows, which are in the order of their classes.
    std::vector<size_t> class_borders(size_t begin, size_t end) const {
        std::vector<size_t> borders = {begin};
        for (int k = 1; k < data.classes; ++k)
            borders.push_back(static_cast<size_t>(
                std::partition_point(rows.data() + borders.back(), rows.data() + end,
                                     [&](uint32_t row) { return data.labels[row] < k; }) -
                rows.data()));
        borders.push_back(end);
        return borders;
    }

    void fetch(size_t begin, size_t end) {
        if (data.weights) {
            weights.resize(end - begin);
            for (size_t i = begin; i < end; ++i) weights[i - begin] = data.weights[rows[i]];
        }
        if (data.classes) return;
        values.resize(end - begin);
        for (size_t i = begin; i < end; ++i) values[i - begin] = data.values[rows[i]];
    }

    std::shared_ptr<Histogram> histogram_of(size_t begin, size_t end) {
        auto made = std::make_shared<Histogram>();
        const size_t size = planes() * PLACES;
        const std::vector<size_t> borders = class_borders(begin, end);
        if (data.counts()) made->counts.resize(columns() * size);
        else made->sums.resize(columns() * size), fetch(begin, end);
        over_columns(end - begin, [&](size_t c) {
            const uint8_t *bins = column(c);
            if (!data.columns[c].bins) return;
            if (!data.classes) {
                tally_values(bins + begin, data.weights ? weights.data() : nullptr, values.data(),
                             end - begin, &made->sums[c * size]);
                return;
            }
            for (int k = 0; k < data.classes; ++k) {
                const size_t from = borders[k], count = borders[k + 1] - from;
                if (data.counts()) tally(bins + from, count, &made->counts[c * size + k * PLACES]);
                else if (count)
                    tally_weights(bins + from, &weights[from - begin], count,
                                  &made->sums[c * size + k * PLACES],
                                  &made->sums[c * size + data.classes * PLACES]);
            }
        });
        return made;
    }

    // Histograms of the branches that will be searched in bins: one is counted, of the other one
    // what is left, where counts allow it.
    void share(const int64_t borders[3], const bool going[2], size_t sorted_rows,
               std::shared_ptr<Histogram> &whole, std::shared_ptr<Histogram> &left,
               std::shared_ptr<Histogram> &right) {
        std::shared_ptr<Histogram> *made[2] = {&left, &right};
        bool wanted[2];
        int64_t size[2];
        for (int b = 0; b < 2; ++b) {
            size[b] = borders[b + 1] - borders[b];
            wanted[b] = going[b] && static_cast<size_t>(size[b]) > sorted_rows;
        }
        const int small = size[1] < size[0], large = 1 - small;
        const bool subtract = wanted[large] && data.counts() && whole;
        if (wanted[small] || subtract)
            *made[small] = histogram_of(borders[small], borders[small + 1]);
        if (subtract) {
            *made[large] = whole;
            const std::vector<uint32_t> &less = (*made[small])->counts;
            std::vector<uint32_t> &counts = whole->counts;
            for (size_t i = 0; i < counts.size(); ++i) counts[i] -= less[i];
        } else if (wanted[large]) {
            *made[large] = histogram_of(borders[large], borders[large + 1]);
        }
        if (!wanted[small]) *made[small] = nullptr;
        whole = nullptr;
    }

    double figures(int64_t begin, int64_t end, double *stats) const {
        const uint32_t *held = rows.data() + begin;
        return figures_of(data, static_cast<size_t>(end - begin), stats,
                          [&](size_t i) { return data.weights[held[i]]; },
                          [&](size_t i) { return data.labels[held[i]]; },
                          [&](size_t i) { return data.values[held[i]]; });
    }

    // ------------------------------------------------------------ searching

    Pick search(int64_t from, int64_t to, std::shared_ptr<Histogram> &histogram, const Place &place) {
        const size_t begin = static_cast<size_t>(from), end = static_cast<size_t>(to);
        std::vector<Pick> picks = search_columns(begin, end, histogram, place, false);
        const Pick *first = chosen(picks, place);
        if (!first) return {};
        Pick pick = *first;
        if (data.columns[pick.column].ordered) place_cut(pick, begin, end);
        return pick;
    }

    // The best of every column that may have the best of all; with `every`, of every column.
    std::vector<Pick> search_columns(size_t begin, size_t end, std::shared_ptr<Histogram> &histogram,
                                     const Place &place, bool every) {
        if (!histogram) histogram = histogram_of(begin, end);
        const size_t size = planes() * PLACES;
        std::vector<Pick> picks(columns());
        over_columns((end - begin) / 8, [&](size_t c) {
            const Field &column = data.columns[c];
            Coarse &here = coarse[c];
            here.best_edge = here.best_bound = NONE;
            if (!column.ordered) return;
            if (data.counts()) here.read(&histogram->counts[c * size], column, data, place);
            else here.read(&histogram->sums[c * size], column, data, place);
            here.judge(column, place);
        });
        double start = NONE;
        size_t top = 0;
        for (size_t c = 0; c < columns(); ++c) {
            if (!data.columns[c].ordered)
                picks[c] = search_levels(static_cast<int>(c), level_table(c, begin, end, place), place);
            start = std::max({start, coarse[c].best_edge, picks[c].gain});
            if (coarse[c].best_bound > coarse[top].best_bound) top = c;
        }
        std::atomic<double> best{start};
        const auto refine = [&](size_t c) {
            if (!data.columns[c].ordered) return;
            const double known = every ? coarse[c].best_edge : best.load();
            if (std::max(coarse[c].best_edge, coarse[c].best_bound) < place.cutoff(known)) return;
            search_bins(c, begin, end, place, known);
            picks[c] = ways[c].pick(static_cast<int>(c), coarse[c].missing_rows, place);
            for (double old = best.load(); ways[c].best() > old;)
                if (best.compare_exchange_weak(old, ways[c].best())) break;
        };
        refine(top);
        over_columns((end - begin) / 8, [&](size_t c) { if (c != top) refine(c); });
        return picks;
    }

    // Offer the lines of one column that reach `best`, those inside a bin where they may.
    void search_bins(size_t c, size_t begin, size_t end, const Place &place, double best) {
        const Coarse &here = coarse[c];
        Ways &found = ways[c];
        found.clear();
        double cut = place.cutoff(std::max(best, here.best_edge));
        std::vector<int> wanted;
        for (int b = 0; b < here.bins; ++b)
            if (std::max(here.bound[0][b], here.missing_rows ? here.bound[1][b] : NONE) >= cut)
                wanted.push_back(b);
        Inside inside(*this, c, begin, end, wanted);
        for (int with = 0; with <= (here.missing_rows > 0); ++with) {
            Leaders &leaders = with ? found.with : found.against;
            for (int b = 0; b <= here.last; ++b) {
                if (here.bound[with][b] >= cut && inside.has(b))
                    inside.offer(leaders, b, with, place, cut);
                const double gain = here.edge[with][b];
                if (gain < cut || gain == NONE) continue;
                const int64_t one = here.rows_before(b + 1) + (with ? here.missing_rows : 0);
                leaders.offer(gain, data.columns[c].first[b + 1] - 1, one, place);
            }
            cut = std::max(cut, place.cutoff(leaders.best));
        }
    }

    // The rows of some bins of one column, in the order of their codes.
    struct Inside {
        Binned &home;
        const size_t column;
        std::vector<size_t> from;    // of each wanted bin, and the end
        std::vector<int16_t> slot;   // of each bin; -1: not wanted
        std::vector<uint64_t> keys;  // code, then position in the node

        Inside(Binned &home, size_t c, size_t begin, size_t end, const std::vector<int> &wanted)
            : home(home), column(c), slot(PLACES, -1) {
            const Coarse &here = home.coarse[c];
            size_t total = 0;
            std::vector<size_t> next;
            for (size_t w = 0; w < wanted.size(); ++w) {
                slot[wanted[w]] = static_cast<int16_t>(w);
                from.push_back(total), next.push_back(total);
                total += static_cast<size_t>(here.rows_in(wanted[w]));
            }
            from.push_back(total);
            keys.resize(total);
            if (!total) return;
            const uint8_t *bins = home.column(c);
            const int32_t *codes = home.data.columns[c].codes;
            for (size_t i = begin; i < end; ++i) {
                const int16_t which = slot[bins[i]];
                if (which < 0) continue;
                const uint32_t code = static_cast<uint32_t>(codes[home.rows[i]]);
                keys[next[which]++] = static_cast<uint64_t>(code) << 32 | (i - begin);
            }
            std::vector<uint64_t> part, spare;
            for (size_t w = 0; w < wanted.size(); ++w) {
                const uint64_t first = static_cast<uint64_t>(home.data.columns[c].first[wanted[w]]);
                part.assign(keys.begin() + static_cast<long>(from[w]), keys.begin() + static_cast<long>(from[w + 1]));
                for (uint64_t &key : part) key -= first << 32;
                spare.resize(part.size());
                Chunk::sort_keys(part, spare,
                                 static_cast<uint64_t>(home.data.columns[c].first[wanted[w] + 1]) - first);
                for (uint64_t &key : part) key += first << 32;
                std::copy(part.begin(), part.end(), keys.begin() + static_cast<long>(from[w]));
            }
            labels(begin, end);
        }

        std::vector<size_t> borders;
        size_t start = 0;
        void labels(size_t begin, size_t end) {
            start = begin;
            if (home.data.classes) borders = home.class_borders(begin, end);
        }

        bool has(int bin) const { return slot[bin] >= 0; }

        void add(double *stats, uint64_t key) const {
            const uint32_t row = home.rows[start + (key & 0xFFFFFFFF)];
            const Data &data = home.data;
            const double weight = data.weights ? data.weights[row] : 1.0;
            if (data.classes == 2) stats[start + (key & 0xFFFFFFFF) >= borders[1]] += weight;
            else if (data.classes) stats[data.labels[row]] += weight;
            else stats[0] += weight, stats[1] += weight * data.values[row];
        }

        // Offer the lines inside a bin, its own end left out.
        void offer(Leaders &leaders, int bin, int with, const Place &place, double &cut) const {
            const Coarse &here = home.coarse[column];
            const int searched = home.data.searched();
            std::vector<double> side(searched), sum(searched, 0.0);
            here.side(bin, with, side.data(), searched);
            const size_t begin = from[slot[bin]], end = from[slot[bin] + 1];
            const int64_t before = here.rows_before(bin) + (with ? here.missing_rows : 0);
            for (size_t i = begin; i < end; ++i) {
                add(sum.data(), keys[i]);
                if (i + 1 == end) break;
                if (keys[i] >> 32 == keys[i + 1] >> 32) continue;
                if (!home.data.classes) sum[1] -= place.shift * sum[0];
                for (int s = 0; s < searched; ++s) side[s] += sum[s], sum[s] = 0;
                const int64_t one = before + static_cast<int64_t>(i + 1 - begin);
                if (!place.allows(one, weight_of(side.data(), home.data.classes))) continue;
                const double gain = gain_of(side.data(), place);
                if (gain < cut || gain == NONE) continue;
                leaders.offer(gain, static_cast<int32_t>(keys[i] >> 32), one, place);
                cut = std::max(cut, place.cutoff(gain));
            }
        }
    };

    Levels level_table(size_t c, size_t begin, size_t end, const Place &place) {
        const Field &column = data.columns[c];
        const size_t width = static_cast<size_t>(data.searched());
        const size_t keys = static_cast<size_t>(column.keys);
        std::vector<double> sums((keys + 1) * width, 0.0);
        std::vector<int64_t> counts(keys + 1, 0);
        for (size_t i = begin; i < end; ++i) {
            const uint32_t row = rows[i];
            const size_t line = static_cast<size_t>(column.codes[row] + 1);
            const double weight = data.weights ? data.weights[row] : 1.0;
            ++counts[line];
            double *stats = &sums[line * width];
            if (data.classes) stats[data.labels[row]] += weight;
            else stats[0] += weight, stats[1] += weight * data.values[row];
        }
        Levels table;
        for (size_t line = 0; line <= keys; ++line) {
            double *stats = &sums[line * width];
            if (!data.classes) stats[1] -= place.shift * stats[0];
            if (!line) table.missing.assign(stats, stats + width);
            if (!line || !counts[line]) continue;
            table.codes.push_back(static_cast<int32_t>(line) - 1);
            table.rows.push_back(counts[line]);
            table.stats.insert(table.stats.end(), stats, stats + width);
        }
        table.missing_rows = counts[0];
        return table;
    }

    // ------------------------------------------------------------ splitting

    // The codes present on either side of a cut.
    void place_cut(Pick &pick, size_t begin, size_t end) {
        const Field &column = data.columns[pick.column];
        const Coarse &here = coarse[pick.column];
        const int32_t at = pick.at;
        int bin = static_cast<int>(std::upper_bound(column.first.begin(), column.first.end(), at) -
                                   column.first.begin()) - 1;
        int lower = bin, upper = bin;  // the cut's own bin, and the nearest ones with rows
        while (lower > 0 && !here.rows_in(lower)) --lower;
        for (++upper; upper <= here.last && !here.rows_in(upper);) ++upper;
        pick.known = bin >= here.last && at == column.first[bin + 1] - 1;
        if (pick.known) {
            pick.missing = 1, pick.at = column.keys;
            return;
        }
        pick.low = -1, pick.high = column.keys;
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column));
        for (size_t i = begin; i < end; ++i) {
            if (bins[i] != lower && bins[i] != bin && bins[i] != upper) continue;
            const int32_t code = column.codes[rows[i]];
            if (code < 0) continue;
            if (code <= at) pick.low = std::max(pick.low, code);
            else pick.high = std::min(pick.high, code);
        }
        pick.at = pick.low;
    }

    // Part a node's rows and bins; returns where the second branch begins.
    int64_t split(int64_t from, int64_t to, const Pick &pick) {
        const size_t begin = static_cast<size_t>(from), size = static_cast<size_t>(to - from);
        const size_t lows = mark(pick, begin, size);
        over_columns(size / 4, [&](size_t c) {
            static thread_local std::vector<uint8_t> spare;
            spare.resize(size + 64);
            if (data.columns[c].bins) part_bytes(column(c) + begin, bits.data(), size, spare.data());
        });
        std::vector<uint32_t> spare(size - lows + 16);
        part_rows(rows.data() + begin, bits.data(), size, spare.data());
        return from + static_cast<int64_t>(lows);
    }

    // A bit for each row of a node: whether it goes to branch 0. Returns how many do.
    size_t mark(const Pick &pick, size_t begin, size_t size) {
        const Field &column = data.columns[pick.column];
        const auto goes = [&](int32_t code) {
            if (code < 0) return !pick.missing;
            if (column.ordered) return code <= pick.at;
            return std::binary_search(pick.levels.begin(), pick.levels.end(), code);
        };
        uint8_t way[PLACES];  // of each bin: 0, 1, or 2 where the code decides
        for (int b = 0; b < column.bins; ++b) {
            const bool first = goes(column.first[b]);
            way[b] = first == goes(column.first[b + 1] - 1) ? first : 2;
        }
        way[column.bins] = !pick.missing;
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column)) + begin;
        size_t lows = 0;
        for (size_t i = 0; i < size; i += 64) {
            uint64_t word = 0;
            for (size_t j = i; j < std::min(i + 64, size); ++j) {
                uint64_t first = column.bins ? way[bins[j]] : 2;
                if (first == 2) first = goes(column.codes[rows[begin + j]]);
                word |= first << (j - i);
            }
            bits[i / 64] = word;
            lows += static_cast<size_t>(__builtin_popcountll(word));
        }
        return lows;
    }
};
