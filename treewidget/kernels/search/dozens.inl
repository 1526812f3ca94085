// Nodes of 64 rows at most: the lines of all their lists are weighed in floats, and those that may be the
// best are told apart as a walk along their list would.

struct Dozens : DozenLists {
    // One way along a list: its lines, which are where values end and a cut is allowed.
    struct Course {
        uint32_t list;
        bool with;        // missing rows lie on the searched side,
        uint32_t before;  // which are so many there
        uint64_t lines;
    };
    struct Line {
        uint32_t list, at;
        bool with;
    };

    uint64_t side = 0;  // the rows of branch 0 of the split that was found
    std::vector<Course> courses;
    size_t course_count = 0;
    std::vector<float> scores;  // of the lines of each course, -1 where there is none
    std::vector<Line> lines;    // those that may be the best, column by column
    alignas(64) float shares[2 * MOST];  // 1 / (w (n - w)) of a line with w rows on its side, from w = 1 on
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
        return entropy ? search_information<2>(node, present.place) : search_counts<2>(node, present.place);
    }

    // Find all ways along the lists of a node.
    void chart(const Node &node, const Place &place) {
        const uint32_t least = static_cast<uint32_t>(std::min<int64_t>(place.least(), MOST));
        course_count = 0;
        if (courses.size() < 2 * node.column_count) courses.resize(2 * node.column_count);
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t list = alive[node.columns + c], missing = ones(node.rows & gone[list]);
            const uint64_t ends = ~(same[list] >> node.begin >> 1);
            for (uint32_t with = 0; with <= (missing > 0); ++with) {
                // A line at place i has before + i + 1 rows on its side.
                const uint32_t before = with * missing, from = std::max(least, before + 1) - before - 1;
                const uint32_t to = std::min(node.size - std::min(least, node.size), before + node.size - missing);
                if (to <= before + from) continue;
                Course &course = courses[course_count];
                course.list = list, course.with = with > 0, course.before = before;
                course.lines = ends & first_bits(to - before) & ~first_bits(from);
                course_count += course.lines != 0;
            }
        }
        if (scores.size() < course_count * MOST) scores.resize(course_count * MOST);
        const Floats n = Floats::of(static_cast<float>(node.size));
        for (uint32_t i = 0; i < node.size; i += LANES) {
            const Floats w = Floats::of(Ints::steps(static_cast<int32_t>(i) + 1));
            (Floats::of(1) / (w * (n - w))).store(shares + i);
        }
    }

    // Weigh all lines: Weight(of, course)(i) tells of sixteen from place i on. Returns the best score.
    template <class Weight, class Of>
    float weigh(const Of &of) {
        Floats top = Floats::of(-1);
        float *to = scores.data();
        for (size_t c = 0; c < course_count; ++c, to += MOST) {
            const Course &course = courses[c];
            Weight weight(of, course);
            for (uint32_t i = 0; i < MOST && course.lines >> i; i += LANES) {
                const Mask here = static_cast<Mask>(course.lines >> i);
                const Floats score = either(here, weight(i) * Floats::load(shares + course.before + i), Floats::of(-1));
                score.store(to + i);
                top = larger(score, top);
            }
        }
        return top.top();
    }

    // Keep the lines whose score is not below a limit.
    void collect(float limit) {
        lines.clear();
        const float *from = scores.data();
        for (size_t c = 0; c < course_count; ++c, from += MOST) {
            const Course &course = courses[c];
            for (uint32_t i = 0; i < MOST && course.lines >> i; i += LANES) {
                uint32_t good = not_below(Floats::load(from + i), Floats::of(limit)) & static_cast<Mask>(course.lines >> i);
                for (; good; good &= good - 1)
                    lines.push_back({course.list, i + static_cast<uint32_t>(__builtin_ctz(good)), course.with});
            }
        }
    }

    // A line as a split.
    Pick named(const Node &node, const Line &line, double gain) {
        const auto [list, at, with] = line;
        const uint8_t *held = entries(list, node);
        const uint64_t missing = node.rows & gone[list];
        const uint32_t known = node.size - ones(missing);
        Pick pick;
        pick.gain = gain, pick.column = static_cast<int>(column[list]), pick.known = at + 1 == known;
        side = rows_before(list, node, at + 1);
        pick.missing = missing ? !with : 2 * ones(side) <= node.size;
        if (pick.known) {
            pick.missing = 1;
        } else {
            pick.by_row = true;
            pick.low = static_cast<int32_t>(row[held[at]]), pick.high = static_cast<int32_t>(row[held[at + 1]]);
        }
        if (!pick.missing) side |= missing;
        return pick;
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
                return classes == 2 ? squares + squares : of.squared(sum, 0, squares);
            }
        };
    };

    template <int classes>
    Pick search_counts(const Node &node, const Place &place) {
        if constexpr (classes < BLOCK_CLASSES)
            if (place.target->classes > classes) return search_counts<classes + 1>(node, place);
        const Counted<classes, false> counts(*this, node, place);
        const float top = weigh<typename Counted<classes, false>::Weight>(counts);
        collect(top * (1 - 1e-6f));
        const Line line = classes == 2 || node.size <= 16 ? lines[0] : best_counts(node);
        const uint64_t rows = searched(node, line);
        double one[BLOCK_CLASSES];
        count<classes>(rows, one);
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
    template <int classes>
    Pick search_information(const Node &node, const Place &place) {
        if constexpr (classes < BLOCK_CLASSES)
            if (place.target->classes > classes) return search_information<classes + 1>(node, place);
        const Counted<classes, true> counts(*this, node, place);
        collect(weigh<typename Counted<classes, true>::Weight>(counts) * (1 - 1e-6f));
        double one[BLOCK_CLASSES];
        count<classes>(searched(node, lines[0]), one);
        double best = gain_of(one, place);
        const double unit = place.weight * place.weight * unit_of_information<classes>(place);
        collect(static_cast<float>(place.cutoff(best) * unit * (1 - 1e-5)));
        const Information information(place);
        picks.clear();
        for (size_t i = 0; i < lines.size();) {
            const uint32_t list = lines[i].list, missing = ones(node.rows & gone[list]);
            uint64_t held[classes], lacking[classes];
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

    template <int classes>
    void count(uint64_t rows, double *one) const {
        for (int k = 0; k < classes; ++k) one[k] = ones(rows & of_present[k]);
    }

    // The best of the columns' picks, whose columns are lists and whose places are lines of them.
    Pick best_of_picks(const Node &node, const Place &place) {
        const Pick best = chosen(picks, place);
        if (best.column < 0) return {};
        return named(node, {static_cast<uint32_t>(best.column), static_cast<uint32_t>(best.at), best.with}, best.gain);
    }

    // ------------------------------------------------------------ a regression

    // What the rows of a regression are worth, about their mean and in units of the largest, by number.
    struct Scaled {
        alignas(64) float floats[MOST];
        double unit;
        double all;  // what they come to without signs

        Scaled(const double *values, uint64_t rows, double shift) {
            Doubles off[8], most = Doubles::of(0), sum = most;
            for (int j = 0; j < 8; ++j) {
                off[j] = either(rows >> 8 * j & 0xFF, Doubles::load(values + 8 * j) - Doubles::of(shift), Doubles::of(0));
                most = larger(most, magnitude(off[j])), sum = sum + magnitude(off[j]);
            }
            unit = most.top(), all = sum.sum() / unit;
            const Doubles scale = Doubles::of(1 / unit);
            for (int j = 0; j < 8; j += 2) narrowed(off[j] * scale, off[j + 1] * scale).store(floats + 8 * j);
        }

        float sum(uint64_t rows) const {
            float sum = 0;
            for (; rows; rows &= rows - 1) sum += floats[__builtin_ctzll(rows)];
            return sum;
        }
    };

    struct Summed {
        struct Of {
            const Dozens &home;
            const Node &node;
            const Scaled &values;
            const FloatTable table = FloatTable(values.floats);
        };
        const FloatTable &table;
        const uint8_t *held;
        Floats before;

        Summed(const Of &of, const Course &course)
            : table(of.table), held(of.home.entries(course.list, of.node)),
              before(Floats::of(course.with ? of.values.sum(of.node.rows & of.home.gone[course.list]) : 0)) {}

        Floats operator()(uint32_t i) {
            const Floats sums = before + table(held + i).summed();
            before = sums.last();
            return sums * sums;
        }
    };

    Pick search_values(const Node &node, const Place &place) {
        const Scaled scaled(values, node.rows, place.shift);
        const float top = weigh<Summed>(Summed::Of{*this, node, scaled});
        // A sum is at most half of what all come to without signs, and off by less than a millionth of
        // that; the share of a line is at most one in `node.size - 1`.
        const double rounding = 4e-6 * scaled.all * scaled.all / (node.size - 1);
        collect(static_cast<float>(top * (1 - 1e-6) - rounding - 2 * slack_of(place) / (scaled.unit * scaled.unit)));
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
        for (uint32_t i = node.size - missing; line.with && i < node.size; ++i) side[0] += 1, side[1] += values[held[i]];
        place.recentre(side);
        for (uint32_t i = 0; i <= line.at; ++i) {
            group[0] += 1, group[1] += values[held[i]];
            if (i < line.at && like >> (i + 1) & 1) continue;
            place.recentre(group);
            side[0] += std::exchange(group[0], 0.0), side[1] += std::exchange(group[1], 0.0);
        }
        return gain_of(side, place);
    }
};
