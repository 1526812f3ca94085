// A stretch of a column's codes whose rows are looked at one by one.
struct Piece {
    int32_t first, codes;
    size_t rows;
};

// The rows of some pieces of one column, in the order of their codes, as Ways goes through them.
struct Inside {
    static constexpr size_t SHARE = 16384;  // rows, for which a thread pays
    static constexpr size_t FINER = 256;    // rows of a bin that are put in order part by part, see Finer,
    static constexpr int KINDS = 8;         // if there are so many classes at most: numbers leave parts open
    const Data &data;
    const uint32_t *rows;
    const Column &field;
    const std::vector<Piece> &pieces;
    std::vector<size_t> from;   // of each piece, and the end
    int32_t base = 0;           // the first code of the piece that is gone through
    Buffer<uint64_t> keys;      // code within the piece, then the class, or where that does not tell what rows
                                // are worth the place here, where it lies together
    Buffer<uint64_t> spare;     // room for putting them in order
    Buffer<double> values, weights;
    Buffer<int32_t> labels;
    Target own;

    Inside(const Data &data, const uint32_t *rows, const Column &field, const std::vector<Piece> &pieces)
        : data(data), rows(rows), field(field), pieces(pieces), from(ends(pieces)), keys(from.back()), spare(keys.size),
          values(data.classes ? 0 : keys.size), weights(data.weighs() ? keys.size : 0),
          labels(data.classes && data.weighs() ? keys.size : 0), own(data) {
        own.values = values.data(), own.weights = data.weighs() ? weights.data() : nullptr;
    }

    static std::vector<size_t> ends(const std::vector<Piece> &pieces) {
        std::vector<size_t> found = {0};
        for (const Piece &piece : pieces) found.push_back(found.back() + piece.rows);
        return found;
    }

    // Look for them among the rows from `begin` on, of which this is what they are worth where they do not
    // just count. `piece_of(i)` says in which of them a row lies that is in a bin of theirs; below 0: in none.
    template <class PieceOf>
    void fill(const Worth &worth, const uint8_t *bins, size_t begin, size_t end, const PieceOf &piece_of, int threads,
              bool finer) {
        const std::vector<size_t> borders = borders_of_classes(data, rows, begin, end), shares = in_shares(threads);
        std::vector<size_t> next(from.begin(), from.end() - 1);
        parallel(shares.size() - 1, threads, [&](size_t share) {
            const size_t first = shares[share], last = shares[share + 1];
            uint8_t chosen[PLACES] = {};
            for (size_t p = first; p < last; ++p) chosen[field.bin_of(pieces[p].first)] = 1;
            const Lookup lookup(chosen);
            const auto own_of = [&](size_t i) {
                const int piece = piece_of(i);
                return piece >= static_cast<int>(first) && piece < static_cast<int>(last) ? piece : -1;
            };
            for (size_t k = 0; k + 1 < borders.size(); ++k)
                collect(lookup, own_of, worth, bins, borders[k], borders[k + 1], k, next);
            for (size_t p = first; p < last; ++p) {
                look_up(from[p], from[p + 1], pieces[p].first);
                if (finer && is_finer(p)) continue;
                sort_keys(keys.data() + from[p], spare.data() + from[p], from[p + 1] - from[p],
                          static_cast<uint64_t>(pieces[p].codes));
            }
        });
    }

    // Which pieces threads take, about as many rows each: the first of every share, and the end. Each goes through
    // the bins of all rows, which is little beside what it does with its own.
    std::vector<size_t> in_shares(int threads) const {
        const size_t shares = std::min(static_cast<size_t>(threads), std::max<size_t>(keys.size / SHARE, 1));
        std::vector<size_t> firsts = {0};
        for (size_t p = 1; p < pieces.size(); ++p)
            if (firsts.size() < shares && from[p] * shares >= firsts.size() * keys.size) firsts.push_back(p);
        if (!pieces.empty()) firsts.push_back(pieces.size());
        return firsts;
    }

    template <class PieceOf>
    void collect(const Lookup &lookup, const PieceOf &piece_of, const Worth &worth, const uint8_t *bins,
                 size_t begin, size_t end, size_t label, std::vector<size_t> &next) {
        const bool tallies = data.tallies();
        const auto fetch_row = [&](size_t i) { __builtin_prefetch(rows + i); };
        lookup.each(bins, begin, end, fetch_row, [&](size_t i) {
            const int piece = piece_of(i);
            if (piece < 0) return;
            const uint64_t row = rows[i];
            const size_t to = next[static_cast<size_t>(piece)]++;
            field.codes.fetch(row);
            keys[to] = row << 32 | (tallies ? label : to);
            if (tallies) return;
            if (data.classes) labels[to] = static_cast<int32_t>(label);
            else values[to] = worth.values[i];
            if (data.weighs()) weights[to] = worth.weights[i];
        });
    }

    // Put codes where keys hold rows: by itself, so that many wait for memory at once.
    void look_up(size_t begin, size_t end, int32_t first) {
        reading(field.codes, [&](auto codes) {
            for (size_t i = begin; i < end; ++i)
                keys[i] = uint64_t{static_cast<uint32_t>(codes[keys[i] >> 32] - first)} << 32 | row(i);
        });
    }

    bool is_finer(size_t piece) const {
        return data.classes && data.classes <= KINDS && from[piece + 1] - from[piece] >= FINER;
    }
    const Target &target() const { return own; }
    uint32_t row(size_t i) const { return static_cast<uint32_t>(keys[i]); }
    size_t label(size_t i) const { return row(i); }
    size_t kind(size_t i) const { return data.weighs() ? static_cast<size_t>(labels[row(i)]) : row(i); }
    double weight(size_t i) const { return data.weighs() ? weights[row(i)] : data.factor(row(i)); }
    bool ends(size_t i) const { return keys[i] >> 32 != keys[i + 1] >> 32; }
    int32_t at(size_t i) const { return base + static_cast<int32_t>(keys[i] >> 32); }

    // Offer the lines of some of these rows, which are those inside a bin of `coarse`.
    void walk(Ways &found, bool with, const Coarse &coarse, int bin, size_t begin, size_t end, const Place &place) const {
        found.side.resize(static_cast<size_t>(data.searched()));
        coarse.side(bin, with, found.side.data(), data.searched());
        found.walk(with, *this, begin, end - 1, coarse.rows_to(bin, with), place);
    }
};
