// The rows of large nodes: a copy of their bins, parted with them at every split, so that a node's
// bins lie together, column by column. Of all rows the copy is made by the first split.

struct BinnedRows {
    static constexpr size_t MANY = 16;       // one row in so many: all are gone through to pick them
    static constexpr size_t SHARE = 200000;  // bytes, for which a thread pays
    const Data &data;
    const Task &task;
    const Control &control;
    const uint32_t *rows;
    const size_t count, stride;
    const bool whole;       // whether they are all rows
    Buffer<uint8_t> own;
    uint8_t *const bytes;   // columns x stride
    bool copied = false;
    Buffer<uint8_t> own_parts{0};
    bool sifts = false;        // whether, from the first split on, there are beside them
    uint8_t *parts = nullptr;  // the parts of its bin that each row lies in, see Sifted
    std::vector<double> values, weights;  // of the rows, in their order; values of a regression's
    std::vector<uint64_t> bits;
    Pool<Scratch> scratches;

    const uint8_t *column(size_t c) const {
        return copied ? bytes + c * stride : data.columns[c].binned.data();
    }
    uint8_t *part(size_t c) const { return parts + c * stride; }
    size_t columns() const { return data.columns.size(); }
    size_t planes() const { return data.tallies() ? data.classes : data.stats() + 1; }

    // Without `parted` there is no room for a copy where all rows are wanted.
    BinnedRows(const Data &data, const Task &task, const Control &control, Slice<const uint32_t> rows, bool parted)
        : data(data), task(task), control(control), rows(rows.data), count(rows.size), stride(rows.size + 64),
          whole(rows.size == data.rows && std::equal(rows.begin(), rows.end(), data.order.begin())),
          own(parted || !whole ? stride * data.columns.size() : 0), bytes(own.data()), bits(rows.size / 64 + 2) {
        read_values(rows);
        if (!whole) copy_bins(data.places_of(rows));
    }

    // Of an excerpt whose rows lie from `begin` on in `home`, which has a copy: it is parted further.
    BinnedRows(const Data &data, const Task &task, const Control &control, Slice<const uint32_t> rows,
               const BinnedRows &home, size_t begin)
        : data(data), task(task), control(control), rows(rows.data), count(rows.size), stride(home.stride), whole(false), own(0),
          bytes(home.bytes + begin), copied(true), parts(home.parts ? home.parts + begin : nullptr),
          bits(rows.size / 64 + 2) {
        read_values(rows);
    }

    void read_values(Slice<const uint32_t> rows) {
        if (!data.classes) values = picked(data.values, rows);
        if (data.weighs()) weights = picked(data.weights, rows);
    }

    // Have a copy of the bins.
    void copy() {
        if (!copied) copy_bins(data.places_of({data.order.data(), data.rows}));
    }

    // The bins of the rows at these places of Data::order.
    void copy_bins(const std::vector<uint32_t> &places) {
        if (places.size() > data.rows / MANY && std::is_sorted(places.begin(), places.end())) {
            std::vector<uint64_t> chosen(data.rows / 64 + 1);
            for (const uint32_t place : places) chosen[place >> 6] |= uint64_t{1} << (place & 63);
            return part_bins(chosen.data(), 0, data.rows, places.size(), false);
        }
        over_columns(places.size(), [&](size_t c) {
            if (!data.columns[c].bins) return;
            const uint8_t *bins = data.columns[c].binned.data();
            uint8_t *to = bytes + c * stride;
            for (size_t i = 0; i < places.size(); ++i) to[i] = bins[places[i]];
        });
        copied = true;
    }

    // Work on every column, on several threads where there is enough of it.
    template <class Body>
    void over_columns(size_t size, const Body &body) {
        over_groups(columns(), 1, size, [&](size_t c, size_t) { body(c); });
    }

    // The same for columns taken together: body(first, how many).
    template <class Body>
    void over_groups(size_t count, size_t width, size_t size, const Body &body) {
        const size_t paid = size * count / SHARE, most = static_cast<size_t>(task.threads);
        parallel((count + width - 1) / width, static_cast<int>(std::min(paid, most)), [&](size_t group) {
            control.check();
            body(group * width, std::min(width, count - group * width));
        });
    }

    std::vector<size_t> columns_with_bins() const {
        std::vector<size_t> found;
        for (size_t c = 0; c < columns(); ++c)
            if (data.columns[c].bins) found.push_back(c);
        return found;
    }

    // ------------------------------------------------------------ histograms

    // How many may wait for their nodes to be split: as many as fit half of the bins.
    size_t histograms_kept() const {
        const size_t cells = planes() * PLACES, bytes = cells * (data.tallies() ? sizeof(uint32_t) : sizeof(double));
        return std::max<size_t>(count / (2 * bytes), 8);
    }

    std::unique_ptr<Histogram> histogram_of(size_t begin, size_t end) {
        if (whole && data.histogram && end - begin == data.rows) return std::make_unique<Histogram>(*data.histogram);
        auto made = std::make_unique<Histogram>();
        const size_t size = planes() * PLACES;
        const std::vector<size_t> borders = borders_of_classes(data, rows, begin, end);
        if (data.tallies()) made->counts.resize(columns() * size);
        else made->sums.resize(columns() * size);
        if (!data.classes) {
            sum_columns(begin, end, *made);
            return made;
        }
        over_columns(end - begin, [&](size_t c) {
            if (!data.columns[c].bins) return;
            const uint8_t *bins = column(c) + begin;
            double *sums = made->sums.data() + c * size;
            for (int k = 0; k < data.classes; ++k) {
                const size_t from = borders[k] - begin, count = borders[k + 1] - borders[k];
                if (data.tallies())
                    tally(bins + from, count, data.columns[c].bins, &made->counts[c * size + k * PLACES]);
                else if (count)
                    sum_weights(bins + from, count, &weights[borders[k]], sums + k * PLACES, sums + data.classes * PLACES);
            }
        });
        return made;
    }

    // Sums of a regression: a few columns at once, as what is added is the same for all of them.
    void sum_columns(size_t begin, size_t end, Histogram &made) {
        const std::vector<size_t> binned = columns_with_bins();
        const auto bins = [&](size_t i) { return column(binned[i]) + begin; };
        const auto sums = [&](size_t i) { return made.sums.data() + binned[i] * planes() * PLACES; };
        const Worth rows = worth(begin, end);
        constexpr size_t THREE = 3;  // tables fit the nearest cache
        over_groups(binned.size(), THREE, rows.size, [&](size_t i, size_t count) {
            if (count == THREE)
                return sum_values<3>({bins(i), bins(i + 1), bins(i + 2)}, rows, {sums(i), sums(i + 1), sums(i + 2)});
            if (count == 2) return sum_values<2>({bins(i), bins(i + 1)}, rows, {sums(i), sums(i + 1)});
            sum_values<1>({bins(i)}, rows, {sums(i)});
        });
    }

    Worth worth(size_t begin, size_t end) const {
        return {values.empty() ? nullptr : &values[begin], weights.empty() ? nullptr : &weights[begin], end - begin};
    }

    // Histograms of the branches of more than `most` rows, which will be searched in bins here: one is
    // counted, of the other one what is left, unless sums of it would be too far off. `stats` are those
    // of the branches. `kept`: their bins are wanted in any case.
    void share(const int64_t borders[3], const bool going[2], const double *const stats[2],
               size_t most, bool kept, std::shared_ptr<Histogram> &whole,
               std::shared_ptr<Histogram> *const made[2]) {
        bool wanted[2];
        int64_t size[2];
        for (int b = 0; b < 2; ++b) {
            size[b] = borders[b + 1] - borders[b];
            wanted[b] = going[b] && static_cast<size_t>(size[b]) > most;
        }
        if (wanted[0] || wanted[1] || (kept && (going[0] || going[1]))) split_bins(borders);
        const int small = size[1] < size[0], large = 1 - small;
        bool subtract = wanted[large] && whole;
        if (subtract && !data.tallies()) {
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
        part_in_place(end - begin, Bits{bits.data()}, Parting<uint32_t>::in_place(parted + begin, spare.data()));
        for (std::vector<double> *own : {&values, &weights}) {
            if (own->empty()) continue;
            Buffer<double> others(end - begin - lows + 16);
            double *const items = own->data() + begin;
            part_by_bits<double, 1>({items}, bits.data(), end - begin, {items}, {others.data()});
            std::copy_n(others.data(), end - begin - lows, items + lows);
        }
        return begin + lows;
    }

    // Part the bins too, as the rows just were: needed where a branch will be searched in bins.
    void split_bins(const int64_t borders[3]) {
        const size_t begin = static_cast<size_t>(borders[0]), size = static_cast<size_t>(borders[2] - borders[0]);
        if (size < data.rows) copy();
        part_bins(bits.data(), begin, size, static_cast<size_t>(borders[1] - borders[0]));
        if (!parts && sifts) name_parts();
    }

    // Have for each row the part of its bin.
    void name_parts() {
        own_parts = Buffer<uint8_t>(stride * columns());
        parts = own_parts.data();
        over_columns(count, [&](size_t c) {
            const Column &field = data.columns[c];
            if (!Sifted::has_parts(field)) return;
            int32_t first[PLACES] = {};
            uint8_t shift[PLACES] = {};
            for (int b = 0; b < field.bins; ++b)
                first[b] = field.first[b], shift[b] = static_cast<uint8_t>(Finer::shift_of(field.first[b + 1] - first[b]));
            first[field.bins] = -1;  // as missing rows' codes are
            const uint8_t *const bins = column(c);
            reading(field.codes, [&](auto codes) {
                for (size_t i = 0; i < count; ++i)
                    part(c)[i] = static_cast<uint8_t>((codes[rows[i]] - first[bins[i]]) >> shift[bins[i]]);
            });
        });
    }

    // See part_planes.
    void part_bins(const uint64_t *bits, size_t begin, size_t size, size_t lows, bool kept = true) {
        std::vector<Plane> planes;
        for (const size_t c : columns_with_bins()) {
            planes.push_back({column(c) + begin, bytes + c * stride + begin});
            if (parts && Sifted::has_parts(data.columns[c])) planes.push_back({part(c) + begin, part(c) + begin});
        }
        over_groups(planes.size(), PLANES, size / 4, [&](size_t from, size_t count) {
            Scratch spare = scratches.take();
            if (count == PLANES) part_planes<PLANES>(&planes[from], bits, size, lows, kept, spare);
            else for (size_t i = 0; i < count; ++i) part_planes<1>(&planes[from + i], bits, size, lows, kept, spare);
            scratches.give(std::move(spare));
        });
        copied = true;
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
        const uint8_t *bins = this->column(static_cast<size_t>(pick.column)) + begin;
        const Lookup first_of(first), doubt_of(doubt);
        size_t lows = 0;
        for (size_t i = 0; i < size; i += 64) {
            const size_t count = std::min<size_t>(64, size - i);
            uint64_t word = 0, open = ~uint64_t{0} >> (64 - count);
            if (column.bins) word = first_of.bits(bins + i, count), open = doubt_of.bits(bins + i, count);
            for (; open; open &= open - 1) {
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

static std::unique_ptr<Histogram> count_all(const Data &data, int threads, const Control &control) {
    Task task;
    task.threads = threads;
    return BinnedRows(data, task, control, {data.order.data(), data.rows}, false).histogram_of(0, data.rows);
}
