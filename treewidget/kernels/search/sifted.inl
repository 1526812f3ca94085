// The rows of some bins of one column, where each row's part of its bin is at hand (see BinnedRows): parts
// are judged before a row is looked at. Of many rows, reading their codes is most of the work.
struct Sifted {
    const Data &data;
    const Column &field;
    const Coarse &here;
    const std::vector<int> &wanted;
    const size_t size;             // how many parts they have
    int16_t slot[PLACES];          // of each bin; -1: not wanted
    std::vector<uint32_t> counts;  // of rows: a plane for each class, if those tell what they weigh
    std::vector<double> sums;      // of weights otherwise: a plane for each class
    std::vector<int16_t> piece;    // of each part; -1: not looked at
    std::vector<Piece> pieces;
    Finer finer;                   // the bin that is gone through

    Sifted(const Data &data, const Column &field, const Coarse &here, const std::vector<int> &wanted)
        : data(data), field(field), here(here), wanted(wanted), size(wanted.size() * Finer::PARTS),
          counts(size * static_cast<size_t>(data.tallies() ? data.classes : 1)),
          sums(data.tallies() ? 0 : size * static_cast<size_t>(data.classes)), piece(size, -1) {
        std::fill(slot, slot + PLACES, -1);
        for (size_t w = 0; w < wanted.size(); ++w) slot[wanted[w]] = static_cast<int16_t>(w);
    }

    // Whether bins of a column have parts.
    static bool has_parts(const Column &column) { return column.ordered && !column.plain(); }

    // Bounds of numbers leave parts open, and where few columns have any, little is open at all.
    static bool serves(const Data &data) {
        const auto having = std::count_if(data.columns.begin(), data.columns.end(), has_parts);
        return data.classes && data.classes <= Inside::KINDS && 2 * static_cast<size_t>(having) > data.columns.size();
    }

    size_t place_of(uint8_t bin, uint8_t part) const { return static_cast<size_t>(slot[bin]) * Finer::PARTS + part; }

    // Count the rows of a class.
    void count(const uint8_t *bins, const uint8_t *parts, const double *weights, size_t begin, size_t end, int label) {
        uint8_t chosen[PLACES] = {};
        for (const int b : wanted) chosen[b] = 1;
        const Lookup lookup(chosen);
        if (!weights) {
            uint32_t *const own = counts.data() + static_cast<size_t>(label) * size;
            return lookup.each(bins, begin, end, [&](size_t i) { ++own[place_of(bins[i], parts[i])]; });
        }
        double *const own = sums.data() + static_cast<size_t>(label) * size;
        lookup.each(bins, begin, end, [&](size_t i) {
            const size_t place = place_of(bins[i], parts[i]);
            own[place] += weights[i], ++counts[place];
        });
    }

    double sum(size_t w, int s, int p) const {
        const size_t place = w * Finer::PARTS + static_cast<size_t>(p), at = static_cast<size_t>(s) * size + place;
        if (s < data.classes) return data.tallies() ? counts[at] * data.factor(s) : sums[at];
        uint32_t rows = 0;
        for (size_t plane = 0; plane < counts.size(); plane += size) rows += counts[plane + place];
        return rows;
    }

    // Go to a wanted bin. That is done when parts are chosen and again when they are walked: what is told
    // of all bins at once would not stay in the nearest cache.
    void read(size_t w, const Place &place) {
        finer.divide(field, wanted[w]);
        finer.coarse.read_part(here, wanted[w], finer.column.bins, [&](int s, int p) { return sum(w, s, p); });
        finer.coarse.judge(finer.column, place);
    }

    // Choose the parts that may hold a cut of `found.cut`, which their edges raise.
    void choose(Ways &found, const Place &place) {
        std::vector<double> bounds(piece.size(), NONE);
        for (size_t w = 0; w < wanted.size(); ++w) {
            read(w, place);
            for (int p = 0; p < finer.coarse.bins; ++p)
                bounds[w * Finer::PARTS + static_cast<size_t>(p)] = finer.coarse.bound_in(p);
            found.cut = std::max(found.cut, place.cutoff(finer.coarse.best_edge));
        }
        for (size_t w = 0; w < wanted.size(); ++w) {
            finer.divide(field, wanted[w]);
            for (int p = 0; p < finer.column.bins; ++p) {
                const size_t at = w * Finer::PARTS + static_cast<size_t>(p);
                if (!(bounds[at] > NONE && bounds[at] >= found.cut)) continue;
                const int32_t first = finer.column.first[p];
                piece[at] = static_cast<int16_t>(pieces.size());
                pieces.push_back({first, finer.column.first[p + 1] - first, static_cast<size_t>(sum(w, here.stats, p))});
            }
        }
    }

    int piece_of(uint8_t bin, uint8_t part) const { return piece[place_of(bin, part)]; }

    void walk(Ways &found, bool with, Inside &inside, size_t w, const Place &place) {
        read(w, place);
        const Coarse &coarse = finer.coarse;
        for (int p = 0; p <= coarse.last; ++p) {
            const int at = piece[w * Finer::PARTS + static_cast<size_t>(p)];
            if (at >= 0 && coarse.bound[with][p] >= found.cut) {
                inside.base = pieces[at].first;
                inside.walk(found, with, coarse, p, inside.from[at], inside.from[at + 1], place);
            }
            if (p < coarse.last) coarse.raise_edge(found, with, finer.column, p, place);
        }
    }
};
