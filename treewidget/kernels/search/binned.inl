// Large nodes. A histogram shows which bins may hold the best cut; only their rows are looked at one
// by one.

struct Binned : BinnedRows {
    std::vector<Coarse> coarse = std::vector<Coarse>(columns());
    std::vector<Ways> ways = std::vector<Ways>(columns());

    using BinnedRows::BinnedRows;

    // The best split of all.
    Pick search(size_t begin, size_t end, std::shared_ptr<Histogram> &histogram, const Place &place) {
        if (!histogram) histogram = histogram_of(begin, end);
        std::vector<Pick> picks(columns());
        double best = NONE;
        for (size_t c = 0; c < columns(); ++c) {
            if (data.columns[c].ordered) continue;
            picks[c] = search_levels(static_cast<int>(c), levels(c, begin, end, *histogram), place, ways[c]);
            best = std::max(best, picks[c].gain);
        }
        judge(begin, end, *histogram, place);
        search_ordered(begin, end, place, best, picks);
        Pick pick = chosen(picks, place);
        if (pick.column >= 0 && data.columns[pick.column].ordered) place_cut(pick, begin, end);
        return pick;
    }

    // The levels of a nominal column: as the histogram counts them, or summed in the order of the frame.
    Lines levels(size_t c, size_t begin, size_t end, const Histogram &histogram) const {
        const Column &column = data.columns[c];
        if (!data.tallies() || !column.bins) return lines(column, data, {rows + begin, end - begin});
        const uint32_t *counts = &histogram.counts[c * planes() * PLACES];
        Lines table;
        std::vector<double> stats(planes());
        for (int b = 0; b <= column.bins; ++b) {
            int64_t held = 0;
            for (size_t k = 0; k < stats.size(); ++k) {
                const uint32_t count = counts[k * PLACES + b];
                held += count, stats[k] = count * data.factor(k);
            }
            if (b == column.bins) {
                table.missing = stats, table.missing_rows = held;
            } else if (held) {
                table.codes.push_back(b), table.rows.push_back(held);
                table.stats.insert(table.stats.end(), stats.begin(), stats.end());
            }
        }
        return table;
    }

    // The best of every ordered column that may have the best of all.
    void search_ordered(size_t begin, size_t end, const Place &place, double start,
                        std::vector<Pick> &picks) {
        size_t top = 0;
        for (size_t c = 0; c < columns(); ++c) {
            start = std::max(start, coarse[c].best_edge);
            if (coarse[c].best_edge > coarse[top].best_edge) top = c;
        }
        std::atomic<double> best{start};
        const auto refine = [&](size_t c, int threads) {
            picks[c] = search_column(c, begin, end, place, best.load(), threads);
            for (double old = best.load(); picks[c].gain > old;)
                if (best.compare_exchange_weak(old, picks[c].gain)) break;
        };
        if (reaches(top, place.cutoff(best))) refine(top, task.threads);
        std::vector<size_t> left;
        for (size_t c = 0; c < columns(); ++c)
            if (c != top && reaches(c, place.cutoff(best))) left.push_back(c);
        if (left.size() < static_cast<size_t>(task.threads)) {
            for (const size_t c : left) refine(c, task.threads);
        } else {
            over_groups(left.size(), 1, end - begin, [&](size_t i, size_t) { refine(left[i], 1); });
        }
    }

    // Whether a column may have a cut worth so much.
    bool reaches(size_t c, double cut) const {
        return data.columns[c].ordered && std::max(coarse[c].best_edge, coarse[c].best_bound) >= cut;
    }

    // What the histogram tells of every ordered column.
    void judge(size_t begin, size_t end, const Histogram &histogram, const Place &place) {
        const size_t size = planes() * PLACES;
        over_columns((end - begin) / 8, [&](size_t c) {
            const Column &column = data.columns[c];
            coarse[c].best_edge = coarse[c].best_bound = NONE;
            if (!column.ordered) return;
            if (data.tallies()) coarse[c].read(&histogram.counts[c * size], column, data, place);
            else coarse[c].read(&histogram.sums[c * size], column, data, place);
            coarse[c].judge(column, place);
        });
    }

    // The best line of a column, if it reaches `best`: bins are gone into where it may lie inside.
    Pick search_column(size_t c, size_t begin, size_t end, const Place &place, double best, int threads = 1) {
        const Coarse &here = coarse[c];
        Ways &found = ways[c];
        found.clear(place.cutoff(std::max(best, here.best_edge)));
        if (!reaches(c, found.cut)) return {};
        std::vector<int> wanted;
        for (int b = 0; b < here.bins; ++b)
            if (here.bound_in(b) > NONE && here.bound_in(b) >= found.cut) wanted.push_back(b);
        if (parts) sift(c, begin, end, place, wanted, threads);
        else walk(c, begin, end, place, wanted, threads);
        return found.pick(static_cast<int>(c), here.missing_rows, place);
    }

    // The rows of some bins of a column, which are gone through bin by bin.
    struct Opened {
        const Coarse &coarse;
        const Column &field;
        std::vector<Piece> pieces;
        int16_t slot[PLACES];  // of each bin; -1: not gone through
        std::unique_ptr<Inside> inside;
        Finer finer;

        Opened(const Binned &home, size_t c, size_t begin, size_t end, const std::vector<int> &wanted, int threads)
            : coarse(home.coarse[c]), field(home.data.columns[c]) {
            std::fill(slot, slot + PLACES, -1);
            for (const int b : wanted) {
                slot[b] = static_cast<int16_t>(pieces.size());
                pieces.push_back({field.first[b], field.first[b + 1] - field.first[b], static_cast<size_t>(coarse.rows_in(b))});
            }
            const uint8_t *const bins = home.column(c);
            inside = std::make_unique<Inside>(home.data, home.rows, field, pieces);
            inside->fill(home.worth(0, 0), bins, begin, end, [&](size_t i) { return slot[bins[i]]; }, threads, true);
        }

        void walk(Ways &found, bool with, int b, const Place &place) {
            if (slot[b] < 0) return;
            const size_t piece = static_cast<size_t>(slot[b]);
            inside->base = field.first[b];
            if (inside->is_finer(piece)) finer.walk(found, with, *inside, piece, coarse, b, place);
            else inside->walk(found, with, coarse, b, inside->from[piece], inside->from[piece + 1], place);
        }
    };

    // Go through the rows of these bins.
    void walk(size_t c, size_t begin, size_t end, const Place &place, const std::vector<int> &wanted, int threads) {
        Opened opened(*this, c, begin, end, wanted, threads);
        over_bins(c, place, [&](bool with, int b) { opened.walk(ways[c], with, b, place); });
    }

    // The same where each row's part of its bin is at hand.
    void sift(size_t c, size_t begin, size_t end, const Place &place, const std::vector<int> &wanted, int threads) {
        const uint8_t *const bins = column(c), *const parts = part(c);
        Sifted sifted(data, data.columns[c], coarse[c], wanted);
        const std::vector<size_t> borders = borders_of_classes(data, rows, begin, end);
        for (int k = 0; k < data.classes; ++k)
            sifted.count(bins, parts, data.tallies() ? nullptr : weights.data(), borders[k], borders[k + 1], k);
        sifted.choose(ways[c], place);
        Inside inside(data, rows, data.columns[c], sifted.pieces);
        inside.fill(worth(0, 0), bins, begin, end, [&](size_t i) { return sifted.piece_of(bins[i], parts[i]); }, threads,
                    false);
        over_bins(c, place, [&](bool with, int b) {
            if (sifted.slot[b] >= 0) sifted.walk(ways[c], with, inside, static_cast<size_t>(sifted.slot[b]), place);
        });
    }

    // Go along a column, both ways: what `inside(with, bin)` finds in a bin that may hold the best cut, then
    // its edge.
    template <class Body>
    void over_bins(size_t c, const Place &place, const Body &inside) {
        const Coarse &here = coarse[c];
        for (int with = 0; with <= (here.missing_rows > 0); ++with)
            for (int b = 0; b <= here.last; ++b) {
                if (here.bound[with][b] >= ways[c].cut) inside(with, b);
                here.raise_edge(ways[c], with, data.columns[c], b, place);
            }
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
};
