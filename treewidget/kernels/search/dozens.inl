// Nodes of 64 rows at most: the lines of all their lists are weighed in floats, and those that may be the
// best are told apart as a walk along their list would.

struct Dozens : DozenLines {
    Ways ways;
    std::vector<Pick> picks;
    Present present;
    std::array<uint64_t, BLOCK_CLASSES> of_present;  // which rows are of each class that is

    Pick search(const Node &node, const Place &place) {
        chart(node, place);
        if (!course_count) return {};
        if (!place.target->classes) return search_values(node, place);
        present.find(place);
        const int classes = present.target.classes;
        for (int k = 0; k < classes; ++k) of_present[k] = node.rows & of_class[present.classes[k]];
        const bool entropy = place.task->criterion == Criterion::entropy;
        return entropy ? search_information(node, present.place) : search_counts(node, present.place);
    }

    // ------------------------------------------------------------ counts of classes

    template <int classes, bool entropy>
    struct Counted {
        const Dozens &home;
        const Node &node;
        const Floats n;
        Floats whole[classes], shares[classes];

        Counted(const Dozens &home, const Node &node, const Place &place)
            : home(home), node(node), n(Floats::of(static_cast<float>(node.size))) {
            for (int k = 0; k < classes; ++k) {
                whole[k] = Floats::of(static_cast<float>(place.whole[k]));
                if (entropy) shares[k] = Floats::of(static_cast<float>(over_share(place, static_cast<size_t>(k))));
            }
        }

        Floats squared(Floats off, int k, Floats more) const {
            return entropy && classes > 2 ? fused(off * shares[k], off, more) : fused(off, off, more);
        }

        struct Weight {
            const Counted &of;
            const uint32_t rows;
            uint64_t held[classes];
            uint32_t before[classes];

            Weight(const Counted &of, const Course &course) : of(of), rows(course.before + 1) {
                const Dozens &home = of.home;
                const uint8_t *const entries = home.entries(course.list, of.node);
                for (int k = 1; k < classes; ++k) {
                    held[k] = inside(home.of_present[k], entries, of.node.size);
                    before[k] = course.with ? ones(home.gone[course.list] & home.of_present[k]) : 0;
                }
            }

            // How far each line's counts lie from what the whole would give it, squared, over all
            // classes (of an information gain, over their shares). What the first class says follows
            // from the others.
            Floats operator()(uint32_t i) const {
                const Floats w = Floats::of(Ints::steps(static_cast<int32_t>(rows + i)));
                Floats squares = Floats::of(0), sum = squares;
                for (int k = 1; k < classes; ++k) {
                    const Ints first = Ints::of(static_cast<int32_t>(before[k] + ones(held[k] & first_bits(i))));
                    const Ints upto = counted(static_cast<Mask>(held[k] >> i)) + first;
                    const Floats off = Floats::of(upto) * of.n - of.whole[k] * w;
                    squares = of.squared(off, k, squares), sum = sum + off;
                }
                const Floats share = Floats::load(of.home.shares + rows - 1 + i);
                return (classes == 2 ? squares + squares : of.squared(sum, 0, squares)) * share;
            }
        };
    };

    // The best score of all lines.
    template <bool entropy, int classes = 2>
    float weigh_counts(const Node &node, const Place &place) {
        if constexpr (classes < BLOCK_CLASSES)
            if (place.target->classes > classes) return weigh_counts<entropy, classes + 1>(node, place);
        return weigh<typename Counted<classes, entropy>::Weight>(Counted<classes, entropy>(*this, node, place));
    }

    Pick search_counts(const Node &node, const Place &place) {
        collect(weigh_counts<false>(node, place) * (1 - 1e-6f));
        const bool told = place.target->classes == 2 || node.size <= 16;
        const Line line = told ? lines[0] : best_counts(node);
        double one[BLOCK_CLASSES];
        count(searched(node, line), one);
        return named(node, line, gain_of(one, place));
    }

    // The rows on the searched side of a line.
    uint64_t searched(const Node &node, const Line &line) const {
        return rows_before(line.list, node, line.at + 1) | (line.with ? node.rows & gone[line.list] : 0);
    }

    // The first of those lines that gain most. Squares and scale of a gain are whole numbers, which crosswise
    // stay below 2**31: gains that are not the same differ by more than `floor` allows. Those of two classes
    // or of 16 rows differ by more than three millionths, which floats tell.
    Line best_counts(const Node &node) const {
        Line best = lines[0];
        int64_t most = -1, scale = 1;
        for (const Line &line : lines) {
            const uint64_t rows = searched(node, line);
            const int64_t w = ones(rows), s = w * (node.size - w);
            int64_t squares = 0;
            for (int k = 0; k < present.target.classes; ++k) {
                const int64_t off = int64_t{ones(rows & of_present[k])} * node.size - w * ones(of_present[k]);
                squares += off * off;
            }
            if (squares * scale > most * s) best = line, most = squares, scale = s;
        }
        return best;
    }

    // Squares over shares tell what a line gains at most: those that may gain as much as the first of
    // these does are looked at, one after the other.
    Pick search_information(const Node &node, const Place &place) {
        const int classes = place.target->classes;
        collect(weigh_counts<true>(node, place) * (1 - 1e-6f));
        double one[BLOCK_CLASSES];
        count(searched(node, lines[0]), one);
        double best = gain_of(one, place);
        const double unit = place.weight * place.weight * unit_of_information(place);
        collect(static_cast<float>(place.cutoff(best) * unit * (1 - 1e-5)));
        const Information information(place);
        picks.clear();
        for (size_t i = 0; i < lines.size();) {
            const uint32_t list = lines[i].list, missing = ones(node.rows & gone[list]);
            uint64_t held[BLOCK_CLASSES], lacking[BLOCK_CLASSES];
            for (int k = 0; k < classes; ++k) {
                held[k] = inside(of_present[k], entries(list, node), node.size);
                lacking[k] = gone[list] & of_present[k];
            }
            for (ways.clear(place.cutoff(best)); i < lines.size() && lines[i].list == list; ++i) {
                const Line &line = lines[i];
                const uint32_t rows = line.at + 1 + (line.with ? missing : 0);
                for (int k = 0; k < classes; ++k)
                    one[k] = ones(held[k] & first_bits(line.at + 1)) + (line.with ? ones(lacking[k]) : 0);
                if (!information.poor(one, rows, ways.cut))
                    ways.raise(line.with, gain_of(one, place), static_cast<int32_t>(line.at), rows, place);
            }
            picks.push_back(ways.pick(static_cast<int>(list), missing, place));
            best = std::max(best, picks.back().gain);
        }
        return best_of_picks(node, place);
    }

    void count(uint64_t rows, double *one) const {
        for (int k = 0; k < present.target.classes; ++k) one[k] = ones(rows & of_present[k]);
    }

    // The best of the columns' picks, whose columns are lists and whose places are lines of them.
    Pick best_of_picks(const Node &node, const Place &place) {
        const Pick best = chosen(picks, place);
        if (best.column < 0) return {};
        return named(node, {static_cast<uint32_t>(best.column), static_cast<uint32_t>(best.at), best.with}, best.gain);
    }

    // ------------------------------------------------------------ a regression

    // What the rows of a regression are worth, about their mean and in units of the largest, and weigh, in units
    // of their mean, by number.
    template <bool weighs>
    struct Scaled {
        alignas(64) float floats[MOST], weights[weighs ? MOST : 1];
        double unit;
        double all;  // what they come to without signs

        Scaled(const Dozens &home, const Node &node, const Place &place) {
            Doubles off[8], most = Doubles::of(0), sum = most;
            for (int j = 0; j < 8; ++j) {
                off[j] = home.off(8 * j, node.rows, place);
                most = larger(most, magnitude(off[j])), sum = sum + magnitude(off[j]);
            }
            unit = most.top(), all = sum.sum() / unit;
            const Doubles scale = Doubles::of(1 / unit);
            for (int j = 0; j < 8; j += 2) {
                narrowed(off[j] * scale, off[j + 1] * scale).store(floats + 8 * j);
                if (weighs) narrowed(home.heavy(8 * j, place), home.heavy(8 * j + 8, place)).store(weights + 8 * j);
            }
        }

        static float sum(const float *of, uint64_t rows) {
            float sum = 0;
            for (; rows; rows &= rows - 1) sum += of[__builtin_ctzll(rows)];
            return sum;
        }
    };

    template <bool weighs>
    struct Summed {
        struct Of {
            const Dozens &home;
            const Node &node;
            const Scaled<weighs> &rows;
            const FloatTable table = FloatTable(rows.floats), weights = FloatTable(weighs ? rows.weights : rows.floats);
        };
        const Of &of;
        const uint8_t *held;
        const float *shares;
        Floats before, weight;

        Summed(const Of &of, const Course &course)
            : of(of), held(of.home.entries(course.list, of.node)), shares(of.home.shares + course.before) {
            const uint64_t gone = course.with ? of.node.rows & of.home.gone[course.list] : 0;
            before = Floats::of(Scaled<weighs>::sum(of.rows.floats, gone));
            if (weighs) weight = Floats::of(Scaled<weighs>::sum(of.rows.weights, gone));
        }

        Floats operator()(uint32_t i) {
            const Floats sums = before + of.table(held + i).summed();
            before = sums.last();
            if constexpr (!weighs) return sums * sums * Floats::load(shares + i);
            const Floats one = weight + of.weights(held + i).summed();
            weight = one.last();
            return sums * sums / (one * (Floats::of(static_cast<float>(of.node.size)) - one));
        }
    };

    Pick search_values(const Node &node, const Place &place) {
        return weighs ? search_values<true>(node, place) : search_values<false>(node, place);
    }

    template <bool weighs>
    Pick search_values(const Node &node, const Place &place) {
        const Scaled<weighs> scaled(*this, node, place);
        const double top = weigh<Summed<weighs>>(typename Summed<weighs>::Of{*this, node, scaled});
        // A sum is at most half of what all come to without signs, and off by less than a millionth of
        // that; the share of a line is at most one in `node.size - 1`.
        const double rounding = 4e-6 * scaled.all * scaled.all / (node.size - 1), slack = slack_of(place, spread(place));
        collect(static_cast<float>(limit_of(top, scaled.unit, rounding, slack, place)));
        if (lines.size() == 1) {
            const double gain = gain_at(lines[0], node, place);
            return gain > NONE ? named(node, lines[0], gain) : Pick();
        }
        picks.clear();
        for (size_t i = 0; i < lines.size();) {
            const uint32_t list = lines[i].list, missing = ones(node.rows & gone[list]);
            for (ways.clear(NONE); i < lines.size() && lines[i].list == list; ++i)
                ways.raise(lines[i].with, gain_at(lines[i], node, place), static_cast<int32_t>(lines[i].at),
                           lines[i].at + 1 + (lines[i].with ? missing : 0), place);
            picks.push_back(ways.pick(static_cast<int>(list), missing, place));
        }
        return best_of_picks(node, place);
    }

    // What a line gains, by a walk along its list, value by value.
    double gain_at(const Line &line, const Node &node, const Place &place) const {
        const uint8_t *held = entries(line.list, node);
        const uint64_t like = same[line.list] >> node.begin;
        double side[2] = {0, 0}, group[2] = {0, 0};
        const uint32_t missing = ones(node.rows & gone[line.list]);
        for (uint32_t i = node.size - missing; line.with && i < node.size; ++i) add(side, held[i]);
        place.recentre(side);
        for (uint32_t i = 0; i <= line.at; ++i) {
            add(group, held[i]);
            if (i < line.at && like >> (i + 1) & 1) continue;
            place.recentre(group);
            side[0] += std::exchange(group[0], 0.0), side[1] += std::exchange(group[1], 0.0);
        }
        return gain_of(side, place);
    }
};
