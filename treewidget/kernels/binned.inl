// Large nodes: a copy of the bins, parted with the rows at every split, so that a node's bins lie
// together, column by column. A histogram shows which bins may hold the best cut; only their rows
// are looked at one by one.

struct Binned {
    const Data &data;
    const Task &task;
    Control &control;
    Buffer<uint32_t> &rows;
    const size_t stride;
    Buffer<uint8_t> bytes;  // columns x stride
    std::vector<double> weights, values;  // in the order of the rows, parted with them
    std::vector<uint64_t> bits;
    std::vector<Coarse> coarse;
    std::vector<Ways> ways;

    const uint8_t *column(size_t c) const {
        return bytes.size ? bytes.data() + c * stride : data.columns[c].binned.data();
    }
    size_t columns() const { return data.columns.size(); }
    size_t planes() const { return data.counts() ? data.classes : data.stats() + 1; }

    // With `parted` a copy of the bins is made in any case; else none where all rows are wanted.
    Binned(const Data &data, const Task &task, Control &control, Buffer<uint32_t> &rows, bool parted)
        : data(data), task(task), control(control), rows(rows), stride(rows.size + 64),
          bytes(parted || rows.size != data.rows ? stride * data.columns.size() : 0),
          bits(rows.size / 64 + 2), coarse(columns()), ways(columns()) {
        for (size_t i = 0; i < rows.size; ++i) {
            if (data.weights) weights.push_back(data.weights[rows[i]]);
            if (!data.classes) values.push_back(data.values[rows[i]]);
        }
        if (bytes.size) copy_bins();
    }

    void copy_bins() {
        const std::vector<Run> runs = runs_of_places();
        const size_t words = data.rows / 64 + 1;
        const bool dense = runs.size() <= 8 && runs.size() * data.rows < 16 * rows.size;
        std::vector<uint64_t> wanted(dense ? runs.size() * words : 0, 0);
        for (size_t r = 0; dense && r < runs.size(); ++r)
            for (size_t i = runs[r].first; i < runs[r].second; ++i) {
                const uint32_t place = data.place[rows[i]];
                wanted[r * words + place / 64] |= uint64_t{1} << (place & 63);
            }
        over_columns(rows.size, [&](size_t c) {
            const uint8_t *from = data.columns[c].binned.data();
            uint8_t *to = bytes.data() + c * stride;
            if (!data.columns[c].bins) return;
            if (rows.size == data.rows && runs.size() == 1) std::memcpy(to, from, rows.size);
            else if (dense)
                for (size_t r = 0; r < runs.size(); ++r)
                    take_bytes(from, &wanted[r * words], data.rows, to + runs[r].first);
            else
                for (size_t i = 0; i < rows.size; ++i) to[i] = from[data.place[rows[i]]];
        });
    }

    // Stretches of rows whose places ascend.
    using Run = std::pair<size_t, size_t>;
    std::vector<Run> runs_of_places() const {
        std::vector<Run> runs;
        for (size_t i = 0; i < rows.size; ++i)
            if (!i || data.place[rows[i]] <= data.place[rows[i - 1]]) runs.emplace_back(i, i + 1);
            else runs.back().second = i + 1;
        return runs;
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

    std::vector<size_t> class_borders(size_t begin, size_t end) const {
        return borders_of_classes(data, rows.data(), begin, end);
    }

    std::shared_ptr<Histogram> histogram_of(size_t begin, size_t end) {
        auto made = std::make_shared<Histogram>();
        const size_t size = planes() * PLACES;
        const std::vector<size_t> borders = class_borders(begin, end);
        if (data.counts()) made->counts.resize(columns() * size);
        else made->sums.resize(columns() * size);
        over_columns(end - begin, [&](size_t c) {
            const uint8_t *bins = column(c);
            if (!data.columns[c].bins) return;
            if (!data.classes) {
                tally_values(bins + begin, data.weights ? &weights[begin] : nullptr, &values[begin],
                             end - begin, &made->sums[c * size]);
                return;
            }
            for (int k = 0; k < data.classes; ++k) {
                const size_t from = borders[k], count = borders[k + 1] - from;
                if (data.counts())
                    tally(bins + from, count, data.columns[c].bins, &made->counts[c * size + k * PLACES]);
                else if (count)
                    tally_weights(bins + from, &weights[from], count,
                                  &made->sums[c * size + k * PLACES],
                                  &made->sums[c * size + data.classes * PLACES]);
            }
        });
        return made;
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
        if (wanted[0] || wanted[1]) split_bins(borders[0], borders[2]);
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

    double figures(int64_t begin, int64_t end, double *stats) const {
        if (data.counts()) {
            const auto borders = class_borders(static_cast<size_t>(begin), static_cast<size_t>(end));
            for (int k = 0; k < data.classes; ++k)
                stats[k] = static_cast<double>(borders[k + 1] - borders[k]);
            return 0;
        }
        const size_t at = static_cast<size_t>(begin);
        return figures_of(data, static_cast<size_t>(end - begin), stats,
                          [&](size_t i) { return weights[at + i]; },
                          [&](size_t i) { return data.labels[rows[at + i]]; },
                          [&](size_t i) { return values[at + i]; });
    }

    // ------------------------------------------------------------ searching

    Pick search(int64_t from, int64_t to, std::shared_ptr<Histogram> &histogram, const Place &place) {
        const size_t begin = static_cast<size_t>(from), end = static_cast<size_t>(to);
        std::vector<Pick> picks = search_columns(begin, end, histogram, place, nullptr);
        const Pick *first = chosen(picks, place);
        if (!first) return {};
        Pick pick = *first;
        if (data.columns[pick.column].ordered) place_cut(pick, begin, end, place);
        return pick;
    }

    // The best of every column that may have the best of all; of each ordered column in `only`.
    std::vector<Pick> search_columns(size_t begin, size_t end, std::shared_ptr<Histogram> &histogram,
                                     const Place &place, const std::vector<char> *only,
                                     bool ordered_only = false) {
        if (!histogram) histogram = histogram_of(begin, end);
        const size_t size = planes() * PLACES;
        std::vector<Pick> picks(columns());
        over_columns((end - begin) / 8, [&](size_t c) {
            const Field &column = data.columns[c];
            Coarse &here = coarse[c];
            here.best_edge = here.best_bound = NONE;
            if (!column.ordered || (only && !(*only)[c])) return;
            if (data.counts()) here.read(&histogram->counts[c * size], column, data, place);
            else here.read(&histogram->sums[c * size], column, data, place);
            here.judge(column, place);
        });
        double start = NONE;
        size_t top = 0;
        for (size_t c = 0; c < columns(); ++c) {
            if (!data.columns[c].ordered && !ordered_only)
                picks[c] = search_levels(static_cast<int>(c), level_table(c, begin, end, place), place);
            start = std::max({start, coarse[c].best_edge, picks[c].gain});
            if (coarse[c].best_bound > coarse[top].best_bound) top = c;
        }
        std::atomic<double> best{start};
        const auto refine = [&](size_t c) {
            if (!data.columns[c].ordered || (only && !(*only)[c])) return;
            const double known = only ? coarse[c].best_edge : best.load();
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
        const Binned &home;
        const Field &field;
        const Coarse &here;
        std::vector<size_t> from;   // of each wanted bin, and the end
        int16_t slot[PLACES];       // of each bin; -1: not wanted
        Buffer<uint64_t> keys;      // code within the bin, then the class, or the row where it weighs

        Inside(const Binned &home, size_t c, size_t begin, size_t end, const std::vector<int> &wanted)
            : home(home), field(home.data.columns[c]), here(home.coarse[c]),
              from(wanted.size() + 1, 0), keys(places(wanted)) {
            if (wanted.empty()) return;
            uint8_t chosen[PLACES];
            for (size_t b = 0; b < PLACES; ++b) chosen[b] = slot[b] >= 0;
            const Lookup lookup(chosen);
            std::vector<size_t> next(from.begin(), from.end() - 1);
            const std::vector<size_t> borders = home.class_borders(begin, end);
            for (size_t k = 0; k + 1 < borders.size(); ++k)
                collect(lookup, home.column(c), borders[k], borders[k + 1], k, next);
            Buffer<uint64_t> spare(keys.size);
            for (size_t w = 0; w < wanted.size(); ++w)
                sort_keys(keys.data() + from[w], spare.data(), from[w + 1] - from[w],
                          static_cast<uint64_t>(field.first[wanted[w] + 1] - field.first[wanted[w]]));
        }

        size_t places(const std::vector<int> &wanted) {
            std::fill(slot, slot + PLACES, -1);
            for (size_t w = 0; w < wanted.size(); ++w) {
                slot[wanted[w]] = static_cast<int16_t>(w);
                from[w + 1] = from[w] + static_cast<size_t>(here.rows_in(wanted[w]));
            }
            return from.back();
        }

        void collect(const Lookup &lookup, const uint8_t *bins, size_t begin, size_t end, size_t label,
                     std::vector<size_t> &next) {
            const bool counts = home.data.counts();
            for (size_t i = begin; i < end; i += 64) {
                const size_t count = std::min<size_t>(64, end - i);
                for (uint64_t bits = lookup.bits(bins + i, count); bits; bits &= bits - 1) {
                    const size_t at = i + static_cast<size_t>(__builtin_ctzll(bits));
                    const uint32_t row = home.rows[at];
                    const uint64_t code = static_cast<uint32_t>(field.codes[row] - field.first[bins[at]]);
                    keys[next[slot[bins[at]]]++] = code << 32 | (counts ? label : row);
                }
            }
        }

        bool has(int bin) const { return slot[bin] >= 0; }

        void add(double *stats, uint32_t key) const {
            const Data &data = home.data;
            if (data.counts()) {
                stats[key] += 1.0;
                return;
            }
            const double weight = data.weights ? data.weights[key] : 1.0;
            if (data.classes) stats[data.labels[key]] += weight;
            else stats[0] += weight, stats[1] += weight * data.values[key];
        }

        // Offer the lines inside a bin, its own end left out.
        void offer(Leaders &leaders, int bin, int with, const Place &place, double &cut) const {
            const int searched = home.data.searched(), classes = home.data.classes;
            std::vector<double> room(2 * static_cast<size_t>(searched), 0.0);
            double *side = room.data(), *sum = side + searched;
            here.side(bin, with, side, searched);
            const size_t begin = from[slot[bin]], end = from[slot[bin] + 1];
            const int64_t before = here.rows_before(bin) + (with ? here.missing_rows : 0);
            for (size_t i = begin; i + 1 < end; ++i) {
                add(sum, static_cast<uint32_t>(keys[i]));
                if (keys[i] >> 32 == keys[i + 1] >> 32) continue;
                if (!classes) sum[1] -= place.shift * sum[0];
                for (int s = 0; s < searched; ++s) side[s] += sum[s], sum[s] = 0;
                const double weight = weight_of(side, classes);
                if (poor(side, weight, place, cut)) continue;
                const int64_t one = before + static_cast<int64_t>(i + 1 - begin);
                if (!place.allows(one, weight)) continue;
                const double gain = gain_of(side, place);
                if (gain < cut || gain == NONE) continue;
                const int32_t code = field.first[bin] + static_cast<int32_t>(keys[i] >> 32);
                leaders.offer(gain, code, one, place);
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

    void add(std::vector<double> &stats, uint32_t row) const {
        const double weight = data.weights ? data.weights[row] : 1.0;
        if (data.classes) stats[static_cast<size_t>(data.labels[row])] += weight;
        else stats[0] += weight, stats[1] += weight * data.values[row];
    }

    // The codes present on either side of a cut, and the statistics of branch 0.
    void place_cut(Pick &pick, size_t begin, size_t end, const Place &place) {
        const Field &column = data.columns[pick.column];
        const Coarse &here = coarse[pick.column];
        const int32_t at = pick.at;
        int bin = static_cast<int>(std::upper_bound(column.first.begin(), column.first.end(), at) -
                                   column.first.begin()) - 1;
        int lower = bin, upper = bin;  // the cut's own bin, and the nearest ones with rows
        while (lower > 0 && !here.rows_in(lower)) --lower;
        for (++upper; upper <= here.last && !here.rows_in(upper);) ++upper;
        pick.known = bin >= here.last && at == column.first[bin + 1] - 1;
        pick.first.resize(static_cast<size_t>(data.searched()));
        here.side(pick.known ? column.bins : bin, !pick.known && !pick.missing, pick.first.data(),
                  data.searched());
        if (!data.classes) pick.first[1] += place.shift * pick.first[0];
        if (pick.known) {
            pick.missing = 1, pick.at = column.keys;
            return;
        }
        pick.low = -1, pick.high = column.keys;
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column));
        uint8_t chosen[PLACES] = {};
        chosen[lower] = chosen[bin] = chosen[upper] = 1;
        chosen[column.bins] = 0;
        const Lookup lookup(chosen);
        for (size_t i = begin; i < end; i += 64)
            for (uint64_t near = lookup.bits(bins + i, std::min<size_t>(64, end - i)); near; near &= near - 1) {
                const size_t here_at = i + static_cast<size_t>(__builtin_ctzll(near));
                const int32_t code = column.codes[rows[here_at]];
                if (code <= at) pick.low = std::max(pick.low, code);
                else pick.high = std::min(pick.high, code);
                if (code <= at && bins[here_at] == bin) add(pick.first, rows[here_at]);
            }
        pick.at = pick.low;
    }

    // Part a node's rows; returns where the second branch begins.
    int64_t split(int64_t from, int64_t to, const Pick &pick) {
        const size_t begin = static_cast<size_t>(from), size = static_cast<size_t>(to - from);
        const size_t lows = mark(pick, begin, size);
        Buffer<uint32_t> spare(size - lows + 16);
        part_rows(rows.data() + begin, bits.data(), size, spare.data());
        Buffer<double> doubles(weights.empty() && values.empty() ? 0 : size + 1);
        for (std::vector<double> *held : {&weights, &values})
            if (!held->empty()) part_doubles(held->data() + begin, bits.data(), size, doubles.data());
        return from + static_cast<int64_t>(lows);
    }

    // Part the bins too, as the rows just were: needed where a branch will be searched in bins.
    void split_bins(int64_t from, int64_t to) {
        const size_t begin = static_cast<size_t>(from), size = static_cast<size_t>(to - from);
        over_columns(size / 4, [&](size_t c) {
            if (!data.columns[c].bins) return;
            Buffer<uint8_t> spare(size + 64);
            part_bytes(bytes.data() + c * stride + begin, bits.data(), size, spare.data());
        });
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
        uint8_t firsts[PLACES], doubtful[PLACES];
        for (size_t b = 0; b < PLACES; ++b) {
            const int here = static_cast<int>(b) <= column.bins ? way[b] : 0;
            firsts[b] = here == 1, doubtful[b] = here == 2;
        }
        const Lookup first_of(firsts), doubt_of(doubtful);
        for (size_t i = 0; i < size; i += 64) {
            const size_t count = std::min<size_t>(64, size - i);
            uint64_t word = column.bins ? first_of.bits(bins + i, count) : 0;
            uint64_t doubt = column.bins ? doubt_of.bits(bins + i, count) : ~uint64_t{0} >> (64 - count);
            for (; doubt; doubt &= doubt - 1) {
                const int j = __builtin_ctzll(doubt);
                word |= static_cast<uint64_t>(goes(column.codes[rows[begin + i + j]])) << j;
            }
            bits[i / 64] = word;
            lows += static_cast<size_t>(__builtin_popcountll(word));
        }
        return lows;
    }
};
