// The last rows of a regression, sixteen at most: most of a full tree's nodes hold no more. A cut is
// a set of rows, a bit each, and the cuts of all columns lie in one list, where sixteen are weighed
// at once. A branch's list is what its parent's says of the rows it holds; nothing else is parted.

#ifdef TREEWIDGET_BYTES
struct Handful : FewRows<16> {
    // Some of the rows, and the stretch of cuts that part them.
    struct Bunch {
        int32_t spot = -1;
        uint32_t rows = 0, begin = 0, end = 0;
    };

    std::vector<uint32_t> column;          // of each list
    std::vector<uint32_t> cuts;            // its list above the rows of side 0
    std::vector<float> scores;             // of the cuts that are weighed
    std::vector<Bunch> waiting;
    Leaders columns, column_best;  // the best cuts of all columns, and of one

    // Hold a node's rows; false where some have no value.
    bool take(const Dozens &home, const Dozens::Node &node) {
        if (node.size > MOST || node.column_count > 0xFFFF || home.chunk->data.classes) return false;
        for (uint32_t c = 0; c < node.column_count; ++c)
            if (node.rows & home.gone[home.alive[node.columns + c]]) return false;
        uint32_t size = 0;
        for (uint64_t left = node.rows; left; left &= left - 1, ++size)
            row[size] = home.row[__builtin_ctzll(left)], values[size] = home.values[__builtin_ctzll(left)];
        const __m512i places = _mm512_maskz_expand_epi8(node.rows, Dozens::all_numbers());
        cuts.resize(room(node.column_count, size)), scores.resize(cuts.size());
        column.clear();
        uint32_t end = start(0);
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t list = home.alive[node.columns + c];
            const uint64_t ends = ~(home.same[list] >> node.begin >> 1);
            const __m512i held = _mm512_permutexvar_epi8(_mm512_loadu_si512(home.entries(list, node)), places);
            end = add_cuts(c, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(held)), size, static_cast<__mmask16>(ends), end);
            column.push_back(home.column[list]);
        }
        waiting.assign(1, {node.spot, (uint32_t{1} << size) - 1, 1, end});
        return true;
    }

    // The most that lists can take: of a node, of its branches, and so on down one side.
    static size_t room(uint32_t columns, uint32_t size) {
        return size_t{columns} * size * (size + 1) / 2 + 3 * MOST * 2;
    }

    // Begin a list behind something that no cut is like.
    uint32_t start(uint32_t at) {
        cuts[at] = 0xFFFFFFFF;
        return at + 1;
    }

    // The cuts of a list whose rows come in this order, at the places where values end.
    uint32_t add_cuts(uint32_t list, __m512i order, uint32_t size, __mmask16 ends, uint32_t to) {
        const __m512i rows = accumulated(_mm512_maskz_sllv_epi32(first_lanes(size), _mm512_set1_epi32(1), order), Joined());
        const __m512i found = _mm512_or_si512(rows, _mm512_set1_epi32(static_cast<int>(list << 16)));
        ends &= first_lanes(size - 1);
        _mm512_storeu_si512(&cuts[to], _mm512_maskz_compress_epi32(ends, found));
        return to + static_cast<uint32_t>(__builtin_popcount(ends));
    }

    // A branch: the cuts of its parent that part its rows, each once, from `at` on.
    Bunch branch(const Bunch &parent, int32_t spot, uint32_t rows, uint32_t at) {
        Bunch made = {spot, rows, start(at), start(at)};
        const __m512i none = _mm512_setzero_si512(), all = _mm512_set1_epi32(static_cast<int>(rows));
        const __m512i wanted = _mm512_or_si512(all, _mm512_set1_epi32(static_cast<int>(0xFFFF0000)));
        for (uint32_t i = parent.begin; i < parent.end; i += 16) {
            const __mmask16 inside = first_lanes(parent.end - i);
            const __m512i cut = _mm512_and_si512(wanted, _mm512_loadu_si512(&cuts[i]));
            const __m512i before = _mm512_and_si512(wanted, _mm512_loadu_si512(&cuts[i - 1]));
            const __m512i held = _mm512_and_si512(cut, all);
            __mmask16 good = _mm512_mask_cmpneq_epi32_mask(inside, held, none);
            good = _mm512_mask_cmpneq_epi32_mask(good, held, all);
            good = _mm512_mask_cmpneq_epi32_mask(good, cut, before);
            _mm512_storeu_si512(&cuts[made.end], _mm512_maskz_compress_epi32(good, cut));
            made.end += static_cast<uint32_t>(__builtin_popcount(good));
        }
        return made;
    }

    // ------------------------------------------------------------ a search

    // Sums of all sets of four rows: of the first four, of those behind them, and so on.
    struct Sums {
        __m512 of[4];
        explicit Sums(__m512 values) {
            for (int g = 0; g < 4; ++g) {
                of[g] = _mm512_setzero_ps();
                for (int b = 0; b < 4; ++b) {
                    constexpr __mmask16 HAS[] = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
                    const __m512 one = _mm512_permutexvar_ps(_mm512_set1_epi32(4 * g + b), values);
                    of[g] = _mm512_mask_add_ps(of[g], HAS[b], of[g], one);
                }
            }
        }
        __m512 operator()(__m512i rows) const {
            const __m512 one = _mm512_permutexvar_ps(rows, of[0]);
            const __m512 two = _mm512_permutexvar_ps(_mm512_srli_epi32(rows, 4), of[1]);
            const __m512 three = _mm512_permutexvar_ps(_mm512_srli_epi32(rows, 8), of[2]);
            const __m512 four = _mm512_permutexvar_ps(_mm512_srli_epi32(rows, 12), of[3]);
            return _mm512_add_ps(_mm512_add_ps(one, two), _mm512_add_ps(three, four));
        }
    };

    static __m512i count_of(__m512i rows) {
        const __m512i low = _mm512_set1_epi32(0x0F0F);
        const __m512i counts = _mm512_broadcast_i32x4(_mm_set_epi8(4, 3, 3, 2, 3, 2, 2, 1, 3, 2, 2, 1, 2, 1, 1, 0));
        const __m512i halves = _mm512_add_epi8(
            _mm512_shuffle_epi8(counts, _mm512_and_si512(rows, low)),
            _mm512_shuffle_epi8(counts, _mm512_and_si512(_mm512_srli_epi32(rows, 4), low)));
        return _mm512_and_si512(_mm512_add_epi32(halves, _mm512_srli_epi32(halves, 8)), _mm512_set1_epi32(31));
    }

    // What each cut gains, about and in units of the largest value's square; below 0 where it may not
    // be made. Returns what those do not fall below that may be as good as the best, where gains are
    // off by `slack`.
    float weigh(const Bunch &bunch, const Place &place, double slack) {
        const __mmask16 inside = static_cast<__mmask16>(bunch.rows);
        const __m512d shift = _mm512_set1_pd(place.shift);
        const __m512d low = _mm512_maskz_sub_pd(static_cast<__mmask8>(inside), _mm512_load_pd(values), shift);
        const __m512d high = _mm512_maskz_sub_pd(static_cast<__mmask8>(inside >> 8), _mm512_load_pd(values + 8), shift);
        const double unit = _mm512_reduce_max_pd(_mm512_max_pd(_mm512_abs_pd(low), _mm512_abs_pd(high)));
        const __m512d scale = _mm512_set1_pd(unit);
        const __m512 scaled = _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(_mm512_div_pd(low, scale))),
                                                 _mm512_cvtpd_ps(_mm512_div_pd(high, scale)), 1);
        const double size = place.weight, least = static_cast<double>(place.least());
        const __m512 w = _mm512_set_ps(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        const __m512 rest = _mm512_sub_ps(_mm512_set1_ps(static_cast<float>(size)), w);
        const __m512 fewer = _mm512_min_ps(w, rest);
        const __mmask16 allowed = _mm512_cmp_ps_mask(fewer, _mm512_set1_ps(static_cast<float>(least)), _CMP_GE_OQ);
        const __m512 share = _mm512_mask_div_ps(_mm512_set1_ps(-1), allowed, _mm512_set1_ps(1), _mm512_mul_ps(w, rest));
        const Sums sums(scaled);
        __m512 top = _mm512_set1_ps(-1);
        for (uint32_t i = bunch.begin; i < bunch.end; i += 16) {
            const __m512i cut = _mm512_loadu_si512(&cuts[i]);
            const __m512 sum = sums(cut), each = _mm512_permutexvar_ps(count_of(cut), share);
            const __m512 score = _mm512_mul_ps(_mm512_mul_ps(sum, sum), each);
            _mm512_storeu_ps(&scores[i - bunch.begin], score);
            top = _mm512_mask_max_ps(top, first_lanes(bunch.end - i), top, score);
        }
        const double best = _mm512_reduce_max_ps(top), all = _mm512_reduce_add_ps(_mm512_abs_ps(scaled));
        // A sum of sixteen floats is off by less than a millionth of what they come to without signs.
        const double limit = best - 1e-5 * all * all - 2 * slack / (unit * unit);
        return limit >= 0 ? static_cast<float>(limit) : 0;
    }

    // Which of the sixteen cuts from `i` on may be the best, or be as good as it.
    __mmask16 good(const Bunch &bunch, uint32_t i, float limit) const {
        const __m512 score = _mm512_loadu_ps(&scores[i - bunch.begin]);
        return _mm512_mask_cmp_ps_mask(first_lanes(bunch.end - i), score, _mm512_set1_ps(limit), _CMP_NLT_UQ);
    }

    // Whether one of these parts the rows otherwise than `one` against the others.
    bool has_rival(const Bunch &bunch, float limit, uint32_t one) const {
        const __m512i lower = _mm512_set1_epi32(0xFFFF), these = _mm512_set1_epi32(static_cast<int>(one));
        const __m512i others = _mm512_set1_epi32(static_cast<int>(bunch.rows ^ one));
        __mmask16 found = 0;
        for (uint32_t i = bunch.begin; i < bunch.end; i += 16) {
            const __m512i rows = _mm512_and_si512(_mm512_loadu_si512(&cuts[i]), lower);
            const __mmask16 other = _mm512_mask_cmpneq_epi32_mask(good(bunch, i, limit), rows, these);
            found |= _mm512_mask_cmpneq_epi32_mask(other, rows, others);
        }
        return found;
    }

    bool begins(const Bunch &bunch, uint32_t i) const { return i == bunch.begin || (cuts[i - 1] ^ cuts[i]) >> 16; }

    // What a cut gains. Its column's rows are gone through as a walk along a list does, value by value.
    double gain_at(const Bunch &bunch, uint32_t i, const Place &place) const {
        double side[2] = {0, 0};
        uint32_t from = i, held = 0;
        while (!begins(bunch, from)) --from;
        for (; from <= i; held = cuts[from++]) add_value(side, cuts[from] & ~held & 0xFFFF, place);
        return gain_of(side, place);
    }

    // Add rows of one value to a side.
    void add_value(double side[2], uint32_t rows, const Place &place) const {
        double group[2] = {0, 0};
        for (; rows; rows &= rows - 1) group[0] += 1, group[1] += values[__builtin_ctz(rows)];
        place.recentre(group);
        side[0] += group[0], side[1] += group[1];
    }

    // What these rows against the others gain at most in any column, if in one they gain so much. Only
    // the order of a sum differs: of two rows it does not matter but whether they have one value.
    double most_of(const Bunch &bunch, uint32_t rows, double gain, double slack, const Place &place) const {
        double most = gain;
        for (const uint32_t side : {rows, bunch.rows ^ rows}) {
            if (__builtin_popcount(side) > 2) return gain + slack;
            double at_once[2] = {0, 0}, in_turn[2] = {0, 0};
            add_value(at_once, side, place);
            add_value(in_turn, side & (~side + 1), place);
            if (side & (side - 1)) add_value(in_turn, side & (side - 1), place);
            most = std::max({most, gain_of(at_once, place), gain_of(in_turn, place)});
        }
        return most;
    }

    // A bunch's split, by its best cut; of equals, the first.
    Pick search(const Bunch &bunch, const Place &place) {
        const double slack = slack_of(place);
        const float limit = weigh(bunch, place, slack);
        uint32_t last = 0;  // of the cuts that were looked at
        columns.clear(), column_best.clear();
        const auto close = [&] {
            if (const Leaders::Line *line = column_best.first()) columns.offer(line->gain, line->at, line->one, place);
            column_best.clear();
        };
        for (uint32_t begin = bunch.begin; begin < bunch.end; begin += 16)
            for (uint32_t left = good(bunch, begin, limit); left; left &= left - 1) {
                const uint32_t i = begin + static_cast<uint32_t>(__builtin_ctz(left)), side = cuts[i] & 0xFFFF;
                const int64_t size = __builtin_popcount(side);
                if (!place.allows(size, static_cast<double>(size))) continue;
                const double gain = gain_at(bunch, i, place);
                // Where all part the rows alike, they gain the same but for rounding: the first is chosen.
                if (!last && !has_rival(bunch, limit, side) &&
                    gain >= place.floor(most_of(bunch, side, gain, slack, place)))
                    return named(bunch, i, gain);
                if (last && (cuts[last] ^ cuts[i]) >> 16) close();
                column_best.offer(gain, static_cast<int32_t>(i), size, place);
                last = i;
            }
        close();
        const Leaders::Line *line = columns.first();
        return line ? named(bunch, static_cast<uint32_t>(line->at), line->gain) : Pick();
    }

    // Two of a bunch's rows: cuts that part them gain what one row or the other as the lower one
    // gains, which differ by rounding alone.
    Pick search_pair(const Bunch &bunch, uint32_t rows, const Place &place) const {
        const uint32_t first = cut_between(bunch, rows, rows), other = rows ^ (cuts[first] & rows);
        if (first == bunch.end || !place.allows(1, 1.0)) return {};
        double one[2] = {0, 0}, two[2] = {0, 0};
        add_value(one, rows ^ other, place), add_value(two, other, place);
        const double gains[2] = {gain_of(one, place), gain_of(two, place)};
        if (gains[0] >= place.floor(gains[1])) return named_pair(cuts[first], rows, gains[0]);
        const uint32_t rival = cut_between(bunch, rows, other);
        return rival == bunch.end ? named_pair(cuts[first], rows, gains[0]) : named_pair(cuts[rival], rows, gains[1]);
    }

    // The first cut with one of two rows on side 0, which is one of those `wanted`; the end where there is none.
    uint32_t cut_between(const Bunch &bunch, uint32_t rows, uint32_t wanted) const {
        const __m512i all = _mm512_set1_epi32(static_cast<int>(rows)), these = _mm512_set1_epi32(static_cast<int>(wanted));
        for (uint32_t i = bunch.begin; i < bunch.end; i += 16) {
            const __m512i cut = _mm512_loadu_si512(&cuts[i]);
            __mmask16 good = _mm512_mask_test_epi32_mask(first_lanes(bunch.end - i), cut, these);
            good = _mm512_mask_cmpneq_epi32_mask(good, _mm512_and_si512(cut, all), all);
            if (good) return i + static_cast<uint32_t>(__builtin_ctz(good));
        }
        return bunch.end;
    }

    Pick named_pair(uint32_t cut, uint32_t rows, double gain) const {
        Pick pick;
        const uint32_t side = cut & rows;
        pick.gain = gain, pick.column = static_cast<int>(column[cut >> 16]), pick.by_row = true;
        pick.low = row_at(side), pick.high = row_at(rows ^ side), pick.at = static_cast<int32_t>(side);
        return pick;
    }

    int32_t row_at(uint32_t rows) const { return static_cast<int32_t>(row[__builtin_ctz(rows)]); }

    // A cut as a split: which rows its side holds, and two that lie next to it.
    Pick named(const Bunch &bunch, uint32_t at, double gain) const {
        const uint32_t side = cuts[at] & 0xFFFF, before = begins(bunch, at) ? 0 : cuts[at - 1] & 0xFFFF;
        const uint32_t behind = at + 1 == bunch.end || begins(bunch, at + 1) ? bunch.rows : cuts[at + 1] & 0xFFFF;
        Pick pick;
        pick.gain = gain, pick.column = static_cast<int>(column[cuts[at] >> 16]);
        pick.by_row = true, pick.low = row_at(side & ~before), pick.high = row_at(behind & ~side);
        pick.at = static_cast<int32_t>(side);
        pick.missing = 2 * __builtin_popcount(side) <= __builtin_popcount(bunch.rows);
        return pick;
    }
};

struct Nodes;
struct Part;
static void grow_bottom(Nodes &nodes, Part &part);
#endif
