// The lines of the lists of few rows: where values end, and a cut is allowed. Each gets a score, a float.

struct DozenLines : DozenLists {
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

    uint64_t side = 0;  // the rows of branch 0 of the split that was named
    std::vector<Course> courses;
    size_t course_count = 0;
    std::vector<float> scores;  // of the lines of each course, -1 where there is none
    std::vector<Line> lines;    // those that may be the best, column by column
    alignas(64) float shares[2 * MOST];  // 1 / (w (n - w)) of a line with w rows on its side, from w = 1 on

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

    // Weigh all lines: Weight(of, course)(i) scores sixteen from place i on. Returns the best score.
    template <class Weight, class Of>
    float weigh(const Of &of) {
        Floats top = Floats::of(-1);
        float *to = scores.data();
        for (size_t c = 0; c < course_count; ++c, to += MOST) {
            const Course &course = courses[c];
            Weight weight(of, course);
            for (uint32_t i = 0; i < MOST && course.lines >> i; i += LANES) {
                const Mask here = static_cast<Mask>(course.lines >> i);
                const Floats score = either(here, weight(i), Floats::of(-1));
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
};
