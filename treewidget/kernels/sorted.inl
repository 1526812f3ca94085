// Small nodes: for each column a list of its rows in the order of their values, made once for a
// chunk of rows and parted with every split below. A search goes through the lists; nothing is
// sorted again. An entry is the value's rank in the chunk above the row's number in it. Rows of a
// value stay in the order of the frame, so that sums are the twin's, bit for bit.

constexpr size_t MOST_SORTED = 65536;  // rows are numbered in 16 bits
constexpr uint32_t RANK_MISSING = 0xFFFF;
constexpr int BLOCK_CLASSES = 8;
constexpr size_t PAD = 16;  // lists are read and written in whole registers

static inline uint32_t rank_of(uint32_t entry) { return entry >> 16; }
static inline uint32_t row_of(uint32_t entry) { return entry & 0xFFFF; }

// Sort by the upper half, whose values go up to `greatest`; equals keep their order.
static void sort_keys(uint64_t *keys, uint64_t *other, size_t size, uint64_t greatest) {
    if (size < 128) {
        std::sort(keys, keys + size);
        return;
    }
    const int digit = size < 8192 ? 8 : 11;
    const size_t places = size_t{1} << digit;
    uint32_t next[1 << 11];
    uint64_t *from = keys, *to = other;
    for (int shift = 32; greatest >> (shift - 32); shift += digit, std::swap(from, to)) {
        std::fill_n(next, places, 0);
        for (size_t i = 0; i < size; ++i) ++next[from[i] >> shift & (places - 1)];
        uint32_t before = 0;
        for (size_t p = 0; p < places; ++p) before += std::exchange(next[p], before);
        for (size_t i = 0; i < size; ++i) to[next[from[i] >> shift & (places - 1)]++] = from[i];
    }
    if (from != keys) std::copy_n(from, size, keys);
}

// A node inside a chunk: a stretch of every list, and the columns that still vary in it.
struct Stretch {
    uint32_t begin = 0, end = 0;
    uint32_t columns = 0, column_count = 0;  // a stretch of Chunk::alive
};

struct Chunk {
    const Data &data;
    const Task &task;
    uint32_t *rows;  // the chunk's part of the permutation
    const size_t size, stride;
    std::vector<uint32_t> borders;    // the first number of each class, where rows are counted
    std::vector<uint32_t> global;     // row of the data set by number in the chunk
    std::vector<uint32_t> lists;      // one a column, and one in the order of the numbers
    std::vector<uint32_t> spare, side;
    std::vector<uint16_t> labels;     // by number in the chunk, as are the next two
    std::vector<double> values, weights;
    std::vector<uint16_t> alive;
    std::vector<double> logs;         // n log2 n, for entropies of counts
    std::vector<double> gone, sum, one;
    std::vector<int32_t> count;
    Ways ways;

    uint32_t *list(size_t column) { return lists.data() + column * stride; }
    uint32_t *order() { return list(data.columns.size()); }

    Chunk(const Data &data, const Task &task, uint32_t *rows, size_t size)
        : data(data), task(task), rows(rows), size(size), stride(size + PAD),
          global(rows, rows + size), lists((data.columns.size() + 1) * stride),
          spare(size + PAD), side(size / 32 + 2), count(data.classes) {
        if (data.classes) labels.resize(size);
        else values.resize(size);
        if (data.weights) weights.resize(size);
        for (size_t i = 0; i < size; ++i) {
            if (data.classes) labels[i] = static_cast<uint16_t>(data.labels[rows[i]]);
            else values[i] = data.values[rows[i]];
            if (data.weights) weights[i] = data.weights[rows[i]];
            order()[i] = static_cast<uint32_t>(i);
        }
        for (int k = 0; data.classes && k <= data.classes; ++k)
            borders.push_back(static_cast<uint32_t>(
                std::lower_bound(labels.begin(), labels.end(), k) - labels.begin()));
        std::vector<uint64_t> keys(size), other(size);
        for (size_t c = 0; c < data.columns.size(); ++c) {
            sort_column(c, keys, other);
            alive.push_back(static_cast<uint16_t>(c));
        }
        if (data.counts() && task.criterion == Criterion::entropy)
            for (size_t n = 0; n < size + 2; ++n) logs.push_back(xlog(static_cast<double>(n)));
    }

    Stretch whole() const {
        return {0, static_cast<uint32_t>(size), 0, static_cast<uint32_t>(data.columns.size())};
    }

    // ------------------------------------------------------------ making the lists

    void sort_column(size_t column, std::vector<uint64_t> &keys, std::vector<uint64_t> &other) {
        const int32_t *codes = data.columns[column].codes;
        const uint32_t missing = static_cast<uint32_t>(data.columns[column].keys);
        for (size_t i = 0; i < size; ++i) {
            const int32_t code = codes[global[i]];
            keys[i] = static_cast<uint64_t>(code < 0 ? missing : static_cast<uint32_t>(code)) << 32 | i;
        }
        sort_keys(keys.data(), other.data(), size, missing);
        uint32_t *entries = list(column), rank = 0;
        for (size_t i = 0; i < size; ++i) {
            const uint32_t code = static_cast<uint32_t>(keys[i] >> 32);
            if (i && code != static_cast<uint32_t>(keys[i - 1] >> 32)) ++rank;
            entries[i] = (code == missing ? RANK_MISSING : rank) << 16 |
                         static_cast<uint32_t>(keys[i] & 0xFFFF);
        }
    }

    // ------------------------------------------------------------ figures

    void figures(const Stretch &node, double *stats, double *scatter) {
        const uint32_t *numbers = order() + node.begin;
        if (data.counts() && data.classes == 2) {
            uint32_t ones = 0;
            for (uint32_t i = node.begin; i < node.end; ++i) ones += order()[i] >= borders[1];
            stats[1] = ones, stats[0] = node.end - node.begin - ones;
            return;
        }
        *scatter = figures_of(data, node.end - node.begin, stats,
                              [&](size_t i) { return weights[numbers[i]]; },
                              [&](size_t i) { return labels[numbers[i]]; },
                              [&](size_t i) { return values[numbers[i]]; });
    }

    void add(double *stats, uint32_t row) const {
        const double weight = data.weights ? weights[row] : 1.0;
        if (data.classes) {
            stats[labels[row]] += weight;
        } else {
            stats[0] += weight;
            stats[1] += weight * values[row];
        }
    }

    void recentre(double *stats, const Place &place) const {
        if (!data.classes) stats[1] -= place.shift * stats[0];
    }

    int32_t code(size_t column, uint32_t entry) const {
        return data.columns[column].codes[global[row_of(entry)]];
    }

    // The end of the rows whose value is known.
    static uint32_t known_end(const uint32_t *entries, const Stretch &node) {
        if (rank_of(entries[node.end - 1]) != RANK_MISSING) return node.end;
        const uint32_t *end = entries + node.end;
        return static_cast<uint32_t>(
            std::lower_bound(entries + node.begin, end, RANK_MISSING << 16) - entries);
    }

    // ------------------------------------------------------------ searching

    Pick search(const Stretch &node, const Place &place) {
        std::vector<Pick> picks;
        double best = NONE;
        for (uint32_t i = 0; i < node.column_count; ++i) {
            Pick pick = search_column(alive[node.columns + i], node, place, best);
            if (pick.column < 0) continue;
            best = std::max(best, pick.gain);
            picks.push_back(std::move(pick));
        }
        const Pick *first = chosen(picks, place);
        if (!first) return {};
        Pick pick = *first;
        if (data.columns[pick.column].ordered) place_cut(pick, node);
        return pick;
    }

    // The best of one ordered column of the whole chunk, with the statistics of branch 0.
    Pick inspect(int column, const Place &place) {
        const Stretch node = whole();
        Pick pick = search_column(column, node, place, NONE);
        if (pick.column < 0) return pick;
        const uint32_t *entries = list(column), cut = static_cast<uint32_t>(pick.at);
        const uint32_t known = known_end(entries, node);
        pick.first.assign(data.searched(), 0.0);
        const bool missing_too = cut + 1 < known && !pick.missing;
        for (uint32_t i = 0; i < node.end; ++i)
            if (i <= cut || (i >= known && missing_too)) add(pick.first.data(), row_of(entries[i]));
        place_cut(pick, node);
        return pick;
    }

    // Until here `pick.at` is the cut's position in the list; turn it into codes.
    void place_cut(Pick &pick, const Stretch &node) {
        const uint32_t *entries = list(pick.column), last = static_cast<uint32_t>(pick.at);
        pick.known = last + 1 == known_end(entries, node);
        pick.at = pick.known ? data.columns[pick.column].keys : code(pick.column, entries[last]);
        if (pick.known) pick.missing = 1;
        else pick.low = pick.at, pick.high = code(pick.column, entries[last + 1]);
    }

    Pick search_column(int column, const Stretch &node, const Place &place, double best) {
        const uint32_t *entries = list(column);
        const uint32_t end = known_end(entries, node), missing = node.end - end;
        if (end == node.begin) return {};
        if (!data.columns[column].ordered)
            return search_levels(column, level_table(column, node, end, place), place);
        ways.clear();
        offer_lines(ways.against, entries, node.begin, end, missing > 0, 0, place, best);
        if (missing) {
            gone.assign(data.searched(), 0.0);
            for (uint32_t i = end; i < node.end; ++i) add(gone.data(), row_of(entries[i]));
            recentre(gone.data(), place);
            best = std::max(best, ways.against.best);
            offer_lines(ways.with, entries, node.begin, end, false, missing, place, best);
        }
        return ways.pick(column, missing, place);
    }

    Levels level_table(int column, const Stretch &node, uint32_t known, const Place &place) {
        const uint32_t *entries = list(column);
        const int width = data.searched();
        Levels table;
        for (uint32_t i = node.begin; i < known; ++i) {
            if (i == node.begin || rank_of(entries[i]) != rank_of(entries[i - 1])) {
                table.codes.push_back(code(column, entries[i]));
                table.rows.push_back(0);
                table.stats.resize(table.stats.size() + width, 0.0);
            }
            ++table.rows.back();
            add(&table.stats[table.stats.size() - width], row_of(entries[i]));
        }
        table.missing_rows = node.end - known;
        table.missing.assign(width, 0.0);
        for (uint32_t i = known; i < node.end; ++i) add(table.missing.data(), row_of(entries[i]));
        for (size_t i = 0; i < table.codes.size(); ++i) recentre(&table.stats[i * width], place);
        recentre(table.missing.data(), place);
        return table;
    }

    // Offer every line of a column that may reach the best: the sides up to each value in it.
    // `with` missing rows, whose statistics are `gone`, lie on the side too.
    void offer_lines(Leaders &leaders, const uint32_t *entries, uint32_t begin, uint32_t end,
                     bool last_too, uint32_t with, const Place &place, double best) {
        if (!data.counts()) offer_sums(leaders, entries, begin, end, last_too, with, place, best);
        else if (task.criterion == Criterion::entropy)
            offer_counts<true>(leaders, entries, begin, end, last_too, with, place, best);
        else offer_counts<false>(leaders, entries, begin, end, last_too, with, place, best);
    }

    void offer_sums(Leaders &leaders, const uint32_t *entries, uint32_t begin, uint32_t end,
                    bool last_too, uint32_t with, const Place &place, double best) {
        const int width = data.searched();
        double cut = place.cutoff(best);
        std::vector<double> side(width);
        sum.assign(width, 0.0), one.assign(width, 0.0);
        for (uint32_t i = begin; i < end; ++i) {
            add(sum.data(), row_of(entries[i]));
            if (i + 1 < end ? rank_of(entries[i]) == rank_of(entries[i + 1]) : !last_too) continue;
            recentre(sum.data(), place);
            for (int s = 0; s < width; ++s) {
                one[s] += sum[s], sum[s] = 0;
                side[s] = with ? one[s] + gone[s] : one[s];
            }
            const double weight = weight_of(side.data(), data.classes);
            const int64_t count = i + 1 - begin + with;
            if (!place.allows(count, weight)) continue;
            if (poor(side.data(), weight, place, cut)) continue;
            const double gain = gain_of(side.data(), place);
            if (gain < cut) continue;
            leaders.offer(gain, static_cast<int32_t>(i), count, place);
            cut = std::max(cut, place.cutoff(gain));
        }
    }

    // Counts of several classes. Sums of squares (or of n log n) follow each row, and tell almost
    // exactly what a line is worth; what may reach the best is then computed as it should be.
    template <bool Entropy>
    void offer_counts(Leaders &leaders, const uint32_t *entries, uint32_t begin, uint32_t end,
                      bool last_too, uint32_t with, const Place &place, double best) {
        const int classes = data.classes;
        const double *whole = place.whole.data(), n = place.weight;
        double inner = 0, cross = 0, all = 0, cut = place.cutoff(best);
        one.assign(classes, 0.0);
        for (int k = 0; k < classes; ++k) count[k] = with ? static_cast<int32_t>(gone[k]) : 0;
        uint32_t i = begin;
        if (!Entropy && classes <= BLOCK_CLASSES)
            i = offer_blocks(leaders, entries, i, end, static_cast<int32_t>(with), place, cut);
        for (int k = 0; k < classes; ++k) {
            const double c = count[k];
            inner += Entropy ? logs[count[k]] + logs[static_cast<int32_t>(whole[k]) - count[k]] : c * c;
            cross += c * whole[k];
            all += Entropy ? logs[static_cast<int32_t>(whole[k])] : whole[k] * whole[k];
        }
        if (Entropy) all -= logs[static_cast<int32_t>(n)];
        int64_t rows = with + (i - begin);
        for (; i < end; ++i) {
            const int label = labels[row_of(entries[i])];
            const int32_t had = count[label]++;
            ++rows;
            if (Entropy) {
                const int32_t rest = static_cast<int32_t>(whole[label]) - had;
                inner += logs[had + 1] - logs[had] + logs[rest - 1] - logs[rest];
            } else {
                inner += 2 * had + 1;
                cross += whole[label];
            }
            if (i + 1 < end ? rank_of(entries[i]) == rank_of(entries[i + 1]) : !last_too) continue;
            const double w = static_cast<double>(rows);
            if (Entropy) {
                const double found = inner - logs[rows] - logs[place.rows - rows] - all;
                if (found < (cut - 1e-9) * n) continue;
            } else {
                const double squares = n * n * inner - 2 * n * w * cross + w * w * all;
                if (squares < (cut - 1e-13) * n * n * w * (n - w)) continue;
            }
            if (!place.allows(rows, w)) continue;
            for (int k = 0; k < classes; ++k) one[k] = count[k];
            const double gain = gain_of(one.data(), place);
            if (gain < cut) continue;
            leaders.offer(gain, static_cast<int32_t>(i), rows, place);
            cut = std::max(cut, place.cutoff(gain));
        }
    }

#ifdef TREEWIDGET_AVX512
    // Sixteen lines at a time, for Gini over few classes: part * n - whole * rows is exact in 32
    // bits (its products need not be), and its square in floats says which lines are worth a look.
    // Returns where it stopped; `count` holds the classes up to there.
    uint32_t offer_blocks(Leaders &leaders, const uint32_t *entries, uint32_t i, uint32_t end,
                          int32_t rows, const Place &place, double &cut) {
        const int classes = data.classes, first = classes == 2;  // of two, one tells all
        const int32_t n = static_cast<int32_t>(place.rows);
        const double total = place.weight, unit = total * total * (first ? 0.5 : 1.0) * 0.9999;
        const int64_t least = std::max(
            task.leaf_rows, static_cast<int64_t>(std::ceil(task.leaf_weight * (1.0 - TIE))));
        const __m512i places = _mm512_set_epi32(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
        const __m512i low_half = _mm512_set1_epi32(0xFFFF), wide_n = _mm512_set1_epi32(n);
        const __m512i least_rows = _mm512_set1_epi32(static_cast<int>(least));
        const __m512i most_rows = _mm512_set1_epi32(static_cast<int>(n - least));
        const __m512 float_n = _mm512_set1_ps(static_cast<float>(n));
        __m512 bar = _mm512_set1_ps(static_cast<float>(cut * unit));
        __mmask16 is[BLOCK_CLASSES];
        for (; i + 16 < end; i += 16, rows += 16) {
            const __m512i entry = _mm512_loadu_si512(entries + i);
            const __m512i number = _mm512_and_si512(entry, low_half);
            const __mmask16 ends = _mm512_cmpgt_epu32_mask(
                _mm512_xor_si512(entry, _mm512_loadu_si512(entries + i + 1)), low_half);
            const __m512i w = _mm512_add_epi32(_mm512_set1_epi32(rows), places);
            __m512 squares = _mm512_setzero_ps();
            __mmask16 before = first ? _mm512_cmplt_epu32_mask(number, border(1)) : 0;
            for (int k = first; k < classes; ++k) {
                const __mmask16 upto =
                    k + 1 < classes ? _mm512_cmplt_epu32_mask(number, border(k + 1)) : 0xFFFF;
                is[k] = upto & static_cast<__mmask16>(~before);
                before = upto;
                const uint64_t spread = 0x0101010101010101u;  // running counts, a byte each
                const uint64_t lower = _pdep_u64(is[k] & 0xFF, spread) * spread;
                const uint64_t upper = _pdep_u64(is[k] >> 8, spread) * spread + (lower >> 56) * spread;
                const __m512i held = _mm512_add_epi32(
                    _mm512_set1_epi32(count[k]),
                    _mm512_cvtepu8_epi32(_mm_set_epi64x(static_cast<long long>(upper),
                                                        static_cast<long long>(lower))));
                const __m512i whole = _mm512_set1_epi32(static_cast<int>(place.whole[k]));
                const __m512 difference = _mm512_cvtepi32_ps(_mm512_sub_epi32(
                    _mm512_mullo_epi32(held, wide_n), _mm512_mullo_epi32(whole, w)));
                squares = _mm512_add_ps(squares, _mm512_mul_ps(difference, difference));
            }
            const __m512 left = _mm512_cvtepi32_ps(w);
            const __m512 scale = _mm512_mul_ps(left, _mm512_sub_ps(float_n, left));
            __mmask16 good = _mm512_mask_cmp_ps_mask(ends, squares, _mm512_mul_ps(bar, scale), _CMP_GE_OQ);
            if (good)
                good &= _mm512_cmpge_epi32_mask(w, least_rows) & _mm512_cmple_epi32_mask(w, most_rows);
            if (good) {
                const auto worth = [&](int lane) {
                    const __mmask16 upto = static_cast<__mmask16>((2u << lane) - 1);
                    int32_t sum = 0;
                    for (int k = first; k < classes; ++k)
                        sum += static_cast<int32_t>(
                            one[k] = count[k] + __builtin_popcount(is[k] & upto));
                    if (first) one[0] = rows + lane + 1 - sum;
                    return gain_of(one.data(), place);
                };
                const __m512 shares = _mm512_div_ps(squares, scale);
                const __m512 top = _mm512_set1_ps(_mm512_mask_reduce_max_ps(good, shares));
                const int where = __builtin_ctz(_mm512_mask_cmp_ps_mask(good, shares, top, _CMP_EQ_OQ));
                cut = std::max(cut, place.cutoff(worth(where)));
                bar = _mm512_set1_ps(static_cast<float>(cut * unit));
                good = _mm512_mask_cmp_ps_mask(good, shares, bar, _CMP_GE_OQ);
                for (; good; good &= static_cast<__mmask16>(good - 1)) {
                    const int lane = __builtin_ctz(good);
                    const double gain = worth(lane);
                    if (gain >= cut)
                        leaders.offer(gain, static_cast<int32_t>(i) + lane, rows + lane + 1, place);
                }
            }
            if (first) count[0] += 16 - __builtin_popcount(is[1]);
            for (int k = first; k < classes; ++k) count[k] += __builtin_popcount(is[k]);
        }
        return i;
    }

    __m512i border(int k) const { return _mm512_set1_epi32(static_cast<int>(borders[k])); }
#else
    uint32_t offer_blocks(Leaders &, const uint32_t *, uint32_t i, uint32_t, int32_t, const Place &,
                          double &) {
        return i;
    }
#endif

    // ------------------------------------------------------------ parting

    // Mark the rows that go to branch 0; returns how many.
    uint32_t mark(const Stretch &node, const Pick &pick) {
        const uint32_t *entries = list(pick.column), *begin = entries + node.begin;
        const uint32_t *known = entries + known_end(entries, node), *end = entries + node.end;
        uint32_t marked = 0;
        const auto set = [&](const uint32_t *from, const uint32_t *to, bool first) {
            for (marked += first ? static_cast<uint32_t>(to - from) : 0; from < to; ++from) {
                const uint32_t row = row_of(*from), bit = uint32_t{1} << (row & 31);
                uint32_t &word = side[row >> 5];
                word = first ? word | bit : word & ~bit;
            }
        };
        if (data.columns[pick.column].ordered) {
            const uint32_t *cut = std::partition_point(
                begin, known, [&](uint32_t entry) { return code(pick.column, entry) <= pick.at; });
            set(begin, cut, true);
            set(cut, known, false);
        } else {
            for (const uint32_t *from = begin, *to; from < known; from = to) {
                to = std::upper_bound(from, known, *from | 0xFFFF);
                set(from, to, std::binary_search(pick.levels.begin(), pick.levels.end(),
                                                 code(pick.column, *from)));
            }
        }
        set(known, end, !pick.missing);
        return marked;
    }

    // Part one list of a node, keeping its order.
    void part_list(uint32_t *entries, const Stretch &node) {
        uint32_t *low = entries + node.begin, *high = spare.data();
        uint32_t i = node.begin;
#ifdef TREEWIDGET_AVX512
        const __m512i low_half = _mm512_set1_epi32(0xFFFF), bits = _mm512_set1_epi32(31);
        const __m512i one = _mm512_set1_epi32(1);
        for (; i + 16 <= node.end; i += 16) {
            const __m512i entry = _mm512_loadu_si512(entries + i);
            const __m512i row = _mm512_and_si512(entry, low_half);
            const __m512i word = _mm512_i32gather_epi32(_mm512_srli_epi32(row, 5), side.data(), 4);
            const __mmask16 first = _mm512_test_epi32_mask(
                word, _mm512_sllv_epi32(one, _mm512_and_si512(row, bits)));
            // Written as whole registers: what is too much is written over later.
            _mm512_storeu_si512(low, _mm512_maskz_compress_epi32(first, entry));
            _mm512_storeu_si512(high, _mm512_maskz_compress_epi32(static_cast<__mmask16>(~first), entry));
            const int count = __builtin_popcount(first);
            low += count, high += 16 - count;
        }
#endif
        for (; i < node.end; ++i) {
            const uint32_t entry = entries[i], row = row_of(entry);
            const uint32_t first = side[row >> 5] >> (row & 31) & 1;
            *low = entry;
            *high = entry;
            low += first, high += 1 - first;
        }
        std::copy(spare.data(), high, low);
    }

    // Make a split: the stretches of its branches, whose lists are parted where `keep` says so.
    template <class Keep>
    void split(const Stretch &node, const Pick &pick, Stretch branches[2], const Keep &keep) {
        const uint32_t middle = node.begin + mark(node, pick);
        part_list(order(), node);
        branches[0] = {node.begin, middle, node.columns, node.column_count};
        branches[1] = {middle, node.end, node.columns, node.column_count};
        const bool kept[2] = {keep(0, branches[0]), keep(1, branches[1])};
        for (int b = 0; b < 2; ++b)
            if (!kept[b]) write_rows(branches[b]);
        if (!kept[0] && !kept[1]) return;
        for (uint32_t i = 0; i < node.column_count; ++i)
            part_list(list(alive[node.columns + i]), node);
        for (int b = 0; b < 2; ++b)
            if (kept[b]) drop_constant(branches[b]);
    }

    // Put a leaf's rows where they are looked for.
    void write_rows(const Stretch &node) {
        for (uint32_t i = node.begin; i < node.end; ++i) rows[i] = global[order()[i]];
    }

    // Leave out columns of one value, or of none, from here on.
    void drop_constant(Stretch &node) {
        const uint32_t begin = static_cast<uint32_t>(alive.size());
        for (uint32_t i = 0; i < node.column_count; ++i) {
            const uint16_t column = alive[node.columns + i];
            const uint32_t *entries = list(column);
            if (rank_of(entries[node.begin]) != rank_of(entries[node.end - 1])) alive.push_back(column);
        }
        if (alive.size() - begin == node.column_count) {
            alive.resize(begin);
        } else {
            node.column_count = static_cast<uint32_t>(alive.size()) - begin;
            node.columns = begin;
        }
    }
};
