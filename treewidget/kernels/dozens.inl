// Nodes of 64 rows at most: the lines of all their lists are weighed in floats, and those that may be the
// best are told apart as a walk along their list would.

#ifdef TREEWIDGET_BYTES
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

    Pick search(const Node &node, const Place &place) {
        chart(node, place);
        if (!course_count) return {};
        return place.data->classes ? search_counts<2>(node, place) : search_values(node, place);
    }

    // Find all ways along the lists of a node.
    void chart(const Node &node, const Place &place) {
        const uint32_t least = static_cast<uint32_t>(std::min<int64_t>(place.least(), MOST));
        course_count = 0;
        if (courses.size() < 2 * node.column_count) courses.resize(2 * node.column_count);
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t list = alive[node.columns + c], missing = count(node.rows & gone[list]);
            const uint64_t ends = ~(same[list] >> node.begin >> 1);
            for (uint32_t with = 0; with <= (missing > 0); ++with) {
                // A line at place i has before + i + 1 rows on its side.
                const uint32_t before = with * missing, from = std::max(least, before + 1) - before - 1;
                const uint32_t to = std::min(node.size - std::min(least, node.size), before + node.size - missing);
                if (to <= before + from) continue;
                Course &course = courses[course_count];
                course.list = list, course.with = with > 0, course.before = before;
                course.lines = ends & lowest(to - before) & ~lowest(from);
                course_count += course.lines != 0;
            }
        }
        if (scores.size() < course_count * MOST) scores.resize(course_count * MOST);
        const __m512 n = _mm512_set1_ps(static_cast<float>(node.size));
        for (uint32_t i = 0; i < node.size; i += 16) {
            const __m512 w = _mm512_cvtepi32_ps(numbers(i + 1));
            _mm512_store_ps(shares + i, _mm512_div_ps(_mm512_set1_ps(1), _mm512_mul_ps(w, _mm512_sub_ps(n, w))));
        }
    }

    // Weigh all lines: Weight(of, course)(i) tells of sixteen from place i on. Returns the best score.
    template <class Weight, class Of>
    float weigh(const Of &of) {
        __m512 top = _mm512_set1_ps(-1);
        float *to = scores.data();
        for (size_t c = 0; c < course_count; ++c) {
            const Course &course = courses[c];
            Weight weight(of, course);
            for (uint32_t i = 0; i < MOST && course.lines >> i; i += 16) {
                const __mmask16 here = static_cast<__mmask16>(course.lines >> i);
                const __m512 squares = weight(i), share = _mm512_loadu_ps(shares + course.before + i);
                const __m512 score = _mm512_mask_mul_ps(_mm512_set1_ps(-1), here, squares, share);
                _mm512_storeu_ps(to + i, score);
                top = _mm512_max_ps(score, top);
            }
            to += MOST;
        }
        return _mm512_reduce_max_ps(top);
    }

    // Keep the lines whose score is not below a limit.
    void collect(float limit) {
        lines.clear();
        const float *from = scores.data();
        for (size_t c = 0; c < course_count; ++c) {
            const Course &course = courses[c];
            for (uint32_t i = 0; i < MOST && course.lines >> i; i += 16) {
                const __mmask16 here = static_cast<__mmask16>(course.lines >> i);
                const __m512 found = _mm512_loadu_ps(from + i);
                uint32_t good = _mm512_mask_cmp_ps_mask(here, found, _mm512_set1_ps(limit), _CMP_NLT_UQ);
                for (; good; good &= good - 1)
                    lines.push_back({course.list, i + static_cast<uint32_t>(__builtin_ctz(good)), course.with});
            }
            from += MOST;
        }
    }

    static __m512i numbers(uint32_t from) {
        const __m512i places = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        return _mm512_add_epi32(places, _mm512_set1_epi32(static_cast<int>(from)));
    }

    // A line as a split.
    Pick named(const Node &node, const Line &line, double gain) {
        const auto [list, at, with] = line;
        const uint8_t *held = entries(list, node);
        const uint64_t missing = node.rows & gone[list];
        const uint32_t known = node.size - count(missing);
        Pick pick;
        pick.gain = gain, pick.column = static_cast<int>(column[list]), pick.known = at + 1 == known;
        side = rows_before(list, node, at + 1);
        pick.missing = missing ? !with : 2 * count(side) <= node.size;
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

    template <int classes>
    struct Counted {
        const Dozens &home;
        const Node &node;
        __m512 n, whole[classes];

        Counted(const Dozens &home, const Node &node, const Place &place)
            : home(home), node(node), n(_mm512_set1_ps(static_cast<float>(node.size))) {
            for (int k = 1; k < classes; ++k) whole[k] = _mm512_set1_ps(static_cast<float>(place.whole[k]));
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
                    held[k] = home.places_of(home.of_class[k], entries);
                    before[k] = course.with ? count(of.node.rows & home.gone[course.list] & home.of_class[k]) : 0;
                }
            }

            // How far each line's counts lie from what the whole would give it, squared, over all
            // classes. What the first class says follows from the others.
            __m512 operator()(uint32_t i) const {
                const __m512 w = _mm512_cvtepi32_ps(numbers(rows + i));
                __m512 squares = _mm512_setzero_ps(), sum = squares;
                for (int k = 1; k < classes; ++k) {
                    const __m512i first = _mm512_set1_epi32(static_cast<int>(before[k] + count(held[k] & lowest(i))));
                    const __m512 upto = _mm512_cvtepi32_ps(_mm512_add_epi32(counted(held[k] >> i), first));
                    const __m512 off = _mm512_fmsub_ps(upto, of.n, _mm512_mul_ps(of.whole[k], w));
                    squares = _mm512_fmadd_ps(off, off, squares), sum = _mm512_add_ps(sum, off);
                }
                return classes == 2 ? _mm512_add_ps(squares, squares) : _mm512_fmadd_ps(sum, sum, squares);
            }
        };
    };

    template <int classes>
    Pick search_counts(const Node &node, const Place &place) {
        if constexpr (classes < BLOCK_CLASSES)
            if (place.data->classes > classes) return search_counts<classes + 1>(node, place);
        const float top = weigh<typename Counted<classes>::Weight>(Counted<classes>(*this, node, place));
        collect(top * (1 - 1e-6f));
        const Line line = classes == 2 || node.size <= 16 ? lines[0] : best_counts(node);
        const uint64_t rows = searched(node, line);
        double one[BLOCK_CLASSES];
        for (int k = 0; k < classes; ++k) one[k] = count(rows & of_class[k]);
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
            const int64_t w = count(rows), s = w * (node.size - w);
            int64_t squares = 0;
            for (const uint64_t these : of_class) {
                const int64_t off = int64_t{count(rows & these)} * node.size - w * count(node.rows & these);
                squares += off * off;
            }
            if (squares * scale > most * s) best = line, most = squares, scale = s;
        }
        return best;
    }

    // ------------------------------------------------------------ a regression

    // What the rows of a regression are worth, about their mean and in units of the largest: tables of
    // sixteen, by number.
    struct Table {
        __m512 of[4];
        double unit;
        float all;  // what they come to without signs

        Table(const double *values, uint64_t rows, double shift) {
            __m512d off[8], most = _mm512_setzero_pd();
            for (int j = 0; j < 8; ++j) {
                const __mmask8 here = static_cast<__mmask8>(rows >> 8 * j);
                off[j] = _mm512_maskz_sub_pd(here, _mm512_load_pd(values + 8 * j), _mm512_set1_pd(shift));
                most = _mm512_max_pd(most, _mm512_abs_pd(off[j]));
            }
            unit = _mm512_reduce_max_pd(most);
            const __m512d scale = _mm512_set1_pd(1 / unit);
            __m512 sum = _mm512_setzero_ps();
            for (int j = 0; j < 4; ++j) {
                const __m256 low = _mm512_cvtpd_ps(_mm512_mul_pd(off[2 * j], scale));
                const __m256 high = _mm512_cvtpd_ps(_mm512_mul_pd(off[2 * j + 1], scale));
                of[j] = _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
                sum = _mm512_add_ps(sum, _mm512_abs_ps(of[j]));
            }
            all = _mm512_reduce_add_ps(sum);
        }

        // Of sixteen numbers.
        __m512 operator()(const uint8_t *numbers) const {
            const __m512i number = _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(numbers)));
            const __mmask16 upper = _mm512_test_epi32_mask(number, _mm512_set1_epi32(32));
            return _mm512_mask_mov_ps(_mm512_permutex2var_ps(of[0], number, of[1]), upper,
                                      _mm512_permutex2var_ps(of[2], number, of[3]));
        }

        float sum(uint64_t rows) const {
            __m512 sum = _mm512_setzero_ps();
            for (int j = 0; j < 4; ++j) sum = _mm512_mask_add_ps(sum, static_cast<__mmask16>(rows >> 16 * j), sum, of[j]);
            return _mm512_reduce_add_ps(sum);
        }
    };

    struct Summed {
        struct Of {
            const Dozens &home;
            const Node &node;
            const Table &table;
        };
        const Table &table;
        const uint8_t *held;
        __m512 before;

        Summed(const Of &of, const Course &course)
            : table(of.table), held(of.home.entries(course.list, of.node)),
              before(_mm512_set1_ps(course.with ? table.sum(of.node.rows & of.home.gone[course.list]) : 0)) {}

        __m512 operator()(uint32_t i) {
            const __m512i added = accumulated(_mm512_castps_si512(table(held + i)), AddedFloats());
            const __m512 sums = _mm512_add_ps(before, _mm512_castsi512_ps(added));
            before = _mm512_permutexvar_ps(_mm512_set1_epi32(15), sums);
            return _mm512_mul_ps(sums, sums);
        }
    };

    Pick search_values(const Node &node, const Place &place) {
        const Table table(values, node.rows, place.shift);
        const float top = weigh<Summed>(Summed::Of{*this, node, table});
        // A sum is at most half of what all come to without signs, and off by less than a millionth of
        // that; the share of a line is at most one in `node.size - 1`.
        const double rounding = 4e-6 * table.all * table.all / (node.size - 1);
        collect(static_cast<float>(top * (1 - 1e-6) - rounding - 2 * slack_of(place) / (table.unit * table.unit)));
        if (lines.size() == 1) {
            const double gain = gain_at(lines[0], node, place);
            return gain > NONE ? named(node, lines[0], gain) : Pick();
        }
        picks.clear();
        for (size_t i = 0; i < lines.size();) {
            const uint32_t list = lines[i].list, missing = count(node.rows & gone[list]);
            for (ways.clear(NONE); i < lines.size() && lines[i].list == list; ++i)
                ways.raise(lines[i].with, gain_at(lines[i], node, place), static_cast<int32_t>(lines[i].at),
                           lines[i].at + 1 + (lines[i].with ? missing : 0), place);
            picks.push_back(ways.pick(static_cast<int>(list), missing, place));
        }
        const Pick best = chosen(picks, place);
        if (best.column < 0) return {};
        return named(node, {static_cast<uint32_t>(best.column), static_cast<uint32_t>(best.at), best.with}, best.gain);
    }

    // What a line gains, by a walk along its list, value by value.
    double gain_at(const Line &line, const Node &node, const Place &place) const {
        const uint8_t *held = entries(line.list, node);
        const uint64_t like = same[line.list] >> node.begin;
        double side[2] = {0, 0}, group[2] = {0, 0};
        const uint32_t missing = count(node.rows & gone[line.list]);
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
#endif
