// Counts of classes in sorted lists, sixteen lines at a time, of few classes: part * n - whole * rows
// is exact in 32 bits (its products need not be), and its square in floats says which lines are worth
// a look. What the first class would say follows from the others. An information gain is at most what
// the squares over the classes' shares tell; a line that may reach the best is looked at twice.

// Of more classes a walk takes fewer logarithms, and weights are as quickly told one by one.
constexpr int BLOCK_CLASSES = 16, FEW_CLASSES = 8;

static bool in_blocks(const Target &target, Criterion criterion) {
    const int most = criterion == Criterion::entropy ? FEW_CLASSES : BLOCK_CLASSES;
    return target.counts() && target.classes > 1 && target.classes <= most;
}

// Which of sixteen rows are of a class, by their numbers: those of it or of one behind it, without the latter.
template <int classes>
struct Members {
    Mask from[classes + 1] = {};
    Members(Ints number, const uint32_t *borders) {
        for (int k = 1; k < classes; ++k) from[k] = not_below(number, Ints::of(static_cast<int32_t>(borders[k])));
    }
    Mask of(int k) const { return static_cast<Mask>(from[k] & ~from[k + 1]); }
};

template <int classes, bool entropy>
struct Blocks {
    Ways &ways;
    const bool with;
    const Place &place;
    const uint32_t *borders;  // the first number of each class
    const Information information{place};
    const double unit = place.weight * place.weight * 0.9999 * (entropy ? unit_of_information(place) : 1.0);
    Ints ramp[classes] = {};      // whole * (1, 2, ...)
    Floats shares[classes] = {};  // one over that of each class

    // How far classes are from what the whole would give them: part * n - whole * rows.
    struct Off {
        Ints start[classes] = {};  // before a block, in every lane,
        Ints lines[classes] = {};  // and behind each of its lines
    };

    // Offer the lines of a list from i on, before which lie `rows`: those on the side of `ways`.
    void offer(const uint32_t *entries, uint32_t i, uint32_t end, int32_t rows) {
        const int32_t least = static_cast<int32_t>(place.least()), n = static_cast<int32_t>(place.rows);
        const Ints low_half = Ints::of(0xFFFF);
        const Floats all = Floats::of(static_cast<float>(n));
        for (int k = 0; k < classes && entropy; ++k)
            shares[k] = Floats::of(static_cast<float>(over_share(place, static_cast<size_t>(k))));
        Off off;  // not a member, and copied where a call sees it: it stays in registers
        for (int k = 1; k < classes; ++k) {
            off.start[k] = Ints::of(static_cast<int32_t>(ways.side[k] * n - place.whole[k] * rows));
            ramp[k] = Ints::of(static_cast<int32_t>(place.whole[k])) * Ints::steps(1);
        }
        Floats bar = reach();
        int32_t margin = margin_of_halves();
        for (; i < end; i += LANES, rows += LANES) {
            const Ints entry = Ints::load(entries + i);
            // Behind the end another node's entries lie, which tell nothing of what is before them.
            if (i + LANES < end && (entries[i] ^ entries[i + LANES]) <= 0xFFFF) {
                pass(entry & low_half, off);
                continue;
            }
            const Ints w = Ints::steps(rows + 1);
            const Floats squares = squares_of(entry & low_half, off), left = Floats::of(w), scale = left * (all - left);
            const bool half = entropy && rows >= margin && rows + static_cast<int32_t>(LANES) <= n - margin;
            const Floats least_here = half ? bar * Floats::of(static_cast<float>(Information::NEARLY_TWO)) : bar;
            uint32_t good = not_below(squares, least_here * scale) & first_lanes(end - i);
            if (good) good &= ends_of(entries + i);
            if (good) good &= not_below(w, Ints::of(least)) & not_below(Ints::of(n - least), w);
            if (!good) continue;
            const Off here = off;
            raise(good, squares / scale, static_cast<int32_t>(i), rows, here);
            bar = reach(), margin = margin_of_halves();
        }
    }

    Floats reach() const { return Floats::of(static_cast<float>(ways.cut * unit)); }

    int32_t margin_of_halves() const {
        if (!entropy) return static_cast<int32_t>(place.weight);
        return static_cast<int32_t>(std::min(1 + information.margin_of_halves(ways.cut), place.weight));
    }

    // Count lines of one value that goes on behind them: none may be cut.
    void pass(Ints number, Off &off) {
        const Members<classes> members(number, borders);
        const int32_t n = static_cast<int32_t>(place.rows), size = static_cast<int32_t>(LANES);
        for (int k = 1; k < classes; ++k) {
            const int32_t held = static_cast<int32_t>(ones(members.of(k)));
            off.start[k] = off.start[k] + Ints::of(held * n - static_cast<int32_t>(place.whole[k]) * size);
        }
    }

    // How far each line's counts lie from what the whole would give it, squared, over all classes.
    Floats squares_of(Ints number, Off &off) {
        const Ints n = Ints::of(static_cast<int32_t>(place.rows));
        const Members<classes> members(number, borders);
        Ints sum = Ints::of(0);
        Floats squares = Floats::of(0);
        for (int k = 1; k < classes; ++k) {
            const Ints lines = off.lines[k] = off.start[k] + counted(members.of(k)) * n - ramp[k];
            off.start[k] = lines.last();
            sum = sum + lines;
            squares = squared(lines, k, squares);
        }
        return classes == 2 ? squares + squares : squared(sum, 0, squares);
    }

    Floats squared(Ints x, int k, Floats more) const {
        const Floats real = Floats::of(x);
        return entropy && classes > 2 ? fused(real * shares[k], real, more) : fused(real, real, more);
    }

    // What a line gains; NONE of one that cannot reach the cut.
    double worth(uint32_t lane, int32_t rows, const Off &off) const {
        const int32_t w = rows + static_cast<int32_t>(lane) + 1;
        double one[classes] = {static_cast<double>(w)};
        for (int k = 1; k < classes; ++k) {
            alignas(64) uint32_t lanes[LANES];
            off.lines[k].store(lanes);
            one[k] = (static_cast<int32_t>(lanes[lane]) + place.whole[k] * w) / place.weight;
            one[0] -= one[k];
        }
        return entropy && information.poor(one, w, ways.cut) ? NONE : gain_of(one, place);
    }

    // The best line of a block sets the bar for the others.
    void raise(uint32_t good, Floats shares, int32_t i, int32_t rows, const Off &off) {
        const Floats top = Floats::of(either(static_cast<Mask>(good), shares, Floats::of(-1)).top());
        const uint32_t where = static_cast<uint32_t>(__builtin_ctz(good & same(shares, top)));
        ways.cut = std::max(ways.cut, place.cutoff(worth(where, rows, off)));
        for (good &= not_below(shares, reach()); good; good &= good - 1) {
            const uint32_t lane = static_cast<uint32_t>(__builtin_ctz(good));
            ways.raise(with, worth(lane, rows, off), i + static_cast<int32_t>(lane), rows + static_cast<int32_t>(lane) + 1, place);
        }
    }
};

// The same for so many classes as there are.
template <bool entropy, int classes = 2>
static void offer_blocks(Ways &ways, bool with, const Place &place, const uint32_t *borders,
                         const uint32_t *entries, uint32_t i, uint32_t end, uint32_t rows) {
    if constexpr (classes < (entropy ? FEW_CLASSES : BLOCK_CLASSES))
        if (place.target->classes > classes)
            return offer_blocks<entropy, classes + 1>(ways, with, place, borders, entries, i, end, rows);
    Blocks<classes, entropy>{ways, with, place, borders}.offer(entries, i, end, static_cast<int32_t>(rows));
}
