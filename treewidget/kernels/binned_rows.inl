// The rows of large nodes: a copy of their bins, parted with them at every split, so that a node's
// bins lie together, column by column.

struct BinnedRows {
    const Data &data;
    const Task &task;
    const Control &control;
    const uint32_t *rows;
    const size_t stride;
    Buffer<uint8_t> bytes;  // columns x stride
    std::vector<double> values, weights;  // of a regression's rows, in their order
    std::vector<uint64_t> bits;

    const uint8_t *column(size_t c) const {
        return bytes.size ? bytes.data() + c * stride : data.columns[c].binned.data();
    }
    size_t columns() const { return data.columns.size(); }
    size_t planes() const { return data.counts() ? data.classes : data.stats() + 1; }

    // Without `parted` no copy of the bins is made where all rows are wanted.
    BinnedRows(const Data &data, const Task &task, const Control &control, Slice<const uint32_t> rows, bool parted)
        : data(data), task(task), control(control), rows(rows.data), stride(rows.size + 64),
          bytes(parted || rows.data != data.order.data() ? stride * data.columns.size() : 0),
          bits(rows.size / 64 + 2) {
        if (!data.classes) {
            values.reserve(rows.size);
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
        std::vector<double> own(data.weights ? end - begin : 0);
        for (size_t i = 0; i < own.size(); ++i) own[i] = data.weights[rows[begin + i]];
        over_columns(end - begin, [&](size_t c) {
            if (!data.columns[c].bins) return;
            const uint8_t *bins = column(c) + begin;
            double *sums = made->sums.data() + c * size;
            for (int k = 0; k < data.classes; ++k) {
                const size_t from = borders[k] - begin, count = borders[k + 1] - borders[k];
                if (data.counts())
                    tally(bins + from, count, data.columns[c].bins, &made->counts[c * size + k * PLACES]);
                else if (count)
                    sum_weights(bins + from, count, own.data() + from, sums + k * PLACES, sums + data.classes * PLACES);
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
            if (i + 2 == binned.size()) return sum_values<2>({bins(i), bins(i + 1)}, rows, {sums(i), sums(i + 1)});
            sum_values<1>({bins(i)}, rows, {sums(i)});
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
