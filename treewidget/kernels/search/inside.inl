// The rows of some bins of one column, in the order of their codes, as Ways goes through them.
struct Inside {
    static constexpr size_t MANY = 32768;  // rows, for which another thread pays
    static constexpr size_t FINER = 256;   // rows of a bin that are put in order part by part, see Finer,
    static constexpr int KINDS = 8;        // if there are so many classes at most: numbers leave parts open
    const Data &data;
    const uint32_t *rows;
    const Column &field;
    const Coarse &here;
    std::vector<size_t> from;   // of each wanted bin, and the end
    int16_t slot[PLACES];       // of each bin; -1: not wanted
    int32_t base = 0;           // the first code of the bin that is gone through
    Buffer<uint64_t> keys;      // code within the bin, then the class, or where rows do not just count
                                // the place here, where what they are worth lies together
    Buffer<uint64_t> spare;     // room for putting them in order
    Buffer<double> values, weights;
    Buffer<int32_t> labels;
    Target own;

    // Among the rows from `begin` on, of which this is what they are worth where they do not just count;
    // `bins` are the column's, row by row.
    Inside(const Data &data, const uint32_t *rows, const Worth &worth, const uint8_t *bins, const Column &field,
           const Coarse &here, size_t begin, size_t end, const std::vector<int> &wanted, int threads)
        : data(data), rows(rows), field(field), here(here), from(wanted.size() + 1, 0), keys(places(wanted)),
          spare(keys.size), values(data.classes ? 0 : keys.size), weights(data.weights ? keys.size : 0),
          labels(data.classes && data.weights ? keys.size : 0), own(data) {
        own.values = values.data(), own.labels = labels.data(), own.weights = data.weights ? weights.data() : nullptr;
        if (wanted.empty()) return;
        uint8_t chosen[PLACES];
        for (size_t b = 0; b < PLACES; ++b) chosen[b] = slot[b] >= 0;
        const Lookup lookup(chosen);
        std::vector<size_t> next(from.begin(), from.end() - 1);
        const std::vector<size_t> borders = borders_of_classes(data, rows, begin, end);
        for (size_t k = 0; k + 1 < borders.size(); ++k)
            collect(lookup, worth, bins, borders[k], borders[k + 1], k, next);
        parallel(wanted.size(), keys.size < MANY ? 1 : threads, [&](size_t w) {
            const int32_t first = field.first[wanted[w]], codes = field.first[wanted[w] + 1] - first;
            look_up(from[w], from[w + 1], first);
            if (finer(w)) return;
            sort_keys(keys.data() + from[w], spare.data() + from[w], from[w + 1] - from[w], static_cast<uint64_t>(codes));
        });
    }

    size_t places(const std::vector<int> &wanted) {
        std::fill(slot, slot + PLACES, -1);
        for (size_t w = 0; w < wanted.size(); ++w) {
            slot[wanted[w]] = static_cast<int16_t>(w);
            from[w + 1] = from[w] + static_cast<size_t>(here.rows_in(wanted[w]));
        }
        return from.back();
    }

    void collect(const Lookup &lookup, const Worth &worth, const uint8_t *bins, size_t begin, size_t end,
                 size_t label, std::vector<size_t> &next) {
        const bool counts = data.counts();
        lookup.each(bins, begin, end, [&](size_t i) {
            const uint64_t row = rows[i];
            const size_t to = next[slot[bins[i]]]++;
            keys[to] = row << 32 | (counts ? label : to);
            if (counts) return;
            if (data.classes) labels[to] = static_cast<int32_t>(label);
            else values[to] = worth.values[i];
            if (data.weights) weights[to] = worth.weights[i];
        });
    }

    // Put codes where keys hold rows: by itself, so that many wait for memory at once.
    void look_up(size_t begin, size_t end, int32_t first) {
        for (size_t i = begin; i < end; ++i)
            keys[i] = uint64_t{static_cast<uint32_t>(field.codes[keys[i] >> 32] - first)} << 32 | row(i);
    }

    bool finer(size_t w) const { return data.classes && data.classes <= KINDS && from[w + 1] - from[w] >= FINER; }
    bool has(int bin) const { return slot[bin] >= 0; }
    bool is_finer(int bin) const { return finer(static_cast<size_t>(slot[bin])); }
    size_t begin(int bin) const { return from[slot[bin]]; }
    size_t end(int bin) const { return from[slot[bin] + 1]; }
    const Target &target() const { return own; }
    uint32_t row(size_t i) const { return static_cast<uint32_t>(keys[i]); }
    size_t label(size_t i) const { return row(i); }
    size_t kind(size_t i) const { return data.weights ? static_cast<size_t>(labels[row(i)]) : row(i); }
    double weight(size_t i) const { return data.weights ? weights[row(i)] : 1.0; }
    bool ends(size_t i) const { return keys[i] >> 32 != keys[i + 1] >> 32; }
    int32_t at(size_t i) const { return base + static_cast<int32_t>(keys[i] >> 32); }

    // Offer the lines of some of these rows, which are those inside a bin of `coarse`.
    void walk(Ways &found, bool with, const Coarse &coarse, int bin, size_t begin, size_t end, const Place &place) const {
        found.side.resize(static_cast<size_t>(data.searched()));
        coarse.side(bin, with, found.side.data(), data.searched());
        found.walk(with, *this, begin, end - 1, coarse.rows_to(bin, with), place);
    }
};
