// The rows of small nodes: for each column a list of them in the order of their values, made once for
// a chunk of rows and parted with every split below; nothing is sorted again. An entry is the value's
// rank in the chunk above the row's number in it. Rows of a value stay in the order of the frame, so
// that sums are the twin's, bit for bit.

constexpr size_t MOST_SORTED = RANK_MISSING;  // rows and ranks have 16 bits

// A node inside a chunk: a stretch of every list, and the columns that still vary in it.
struct Stretch {
    uint32_t begin = 0, end = 0;
    uint32_t columns = 0, column_count = 0;  // a stretch of Lists::alive
    Scale scale;                             // of Lists::worths
};

struct Lists {
    const Data &data;
    const Task &task;
    uint32_t *rows;  // the chunk's part of the permutation
    const size_t size, stride;
    std::vector<uint32_t> global;     // row of the data set by number in the chunk
    Scratch own;
    uint32_t *const lists;            // one a column, and one in the order of the numbers
    float *const worths;              // what their rows are worth, beside them; see `lay_out`
    std::vector<uint32_t> spare;
    std::vector<float> other;         // the same for worths
    std::vector<uint64_t> side;       // a bit for each row
    std::vector<uint32_t> by_target;  // by absolute errors: the numbers in the order of the target
    const LaidOut local;              // by number in the chunk
    std::vector<uint32_t> alive;

    uint32_t *list(size_t column) { return lists + column * stride; }
    uint32_t *order() { return list(data.columns.size()); }
    float *worth(size_t column) { return worths + column * stride; }

    // Of rows whose bins lie from `begin` on, where they are given. Lists lie in `memory`, if there is one.
    Lists(const Data &data, const Task &task, uint32_t *rows, size_t size, const BinnedRows *bins, size_t begin,
          Scratch *memory)
        : Lists(data, task, rows, std::vector<uint32_t>(rows, rows + size), memory) {
        Ranks ranks(size);
        for (size_t c = 0; c < data.columns.size(); ++c) {
            if (bins && data.columns[c].plain()) count_column(c, bins->column(c) + begin);
            else sort_column(c, ranks);
            alive.push_back(static_cast<uint32_t>(c));
        }
        if (task.by_medians()) by_target = in_order_of(local.values, size);
    }

    // Of a node of another chunk: with rows of few numbers, whose lists lie close together.
    Lists(Lists &home, const Stretch &node)
        : Lists(home.data, home.task, home.rows + node.begin, home.rows_of(node)) {
        const Slice<const uint32_t> numbers = home.numbers(node);
        for (uint32_t i = 0; i < size; ++i) home.spare[numbers[i]] = i;
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t column = home.alive[node.columns + c];
            const uint32_t *entries = home.list(column) + node.begin;
            for (size_t i = 0; i < size; ++i)
                list(column)[i] = rank_of(entries[i]) << 16 | home.spare[row_of(entries[i])];
            alive.push_back(column);
        }
        if (!home.by_target.empty())
            for (size_t i = node.begin; i < node.end; ++i) by_target.push_back(home.spare[home.by_target[i]]);
    }

    // Without lists as yet.
    Lists(const Data &data, const Task &task, uint32_t *rows, std::vector<uint32_t> held, Scratch *memory = nullptr)
        : data(data), task(task), rows(rows), size(held.size()), stride(size + PAD),
          global(std::move(held)), lists((memory ? *memory : own).room<uint32_t>(room())),
          worths(has_worths() ? reinterpret_cast<float *>(list(data.columns.size() + 1)) : nullptr),
          spare(size + PAD), other(worths ? size + PAD : 0), side(std::max(size, FEW) / 64 + 1), local(data, {global.data(), size}) {
        for (size_t c = 0; c <= data.columns.size(); ++c) std::fill_n(list(c) + size, PAD, 0);
        std::iota(order(), order() + size, 0);
    }

    // Of how many numbers.
    size_t room() const { return ((has_worths() ? 2 : 1) * data.columns.size() + 1) * stride; }

    // Whether a glance at values pays: in floats sums of more rows tell little.
    bool has_worths() const { return WIDE && !data.classes && !data.weights && size <= FEW; }

    Stretch whole() const { return {0, static_cast<uint32_t>(size), 0, static_cast<uint32_t>(alive.size()), {}}; }

    void sort_column(size_t column, Ranks &ranks) {
        reading(data.columns[column].codes, [&](auto codes) {
            for (size_t i = 0; i < size; ++i) ranks.codes[i] = static_cast<uint32_t>(codes[global[i]]);
        });
        ranks.write(list(column));
    }

    // The same of a column whose bins are its values: they are counted.
    void count_column(size_t column, const uint8_t *codes) {
        const int missing = data.columns[column].bins;
        uint32_t next[PLACES] = {}, ranks[PLACES], before = 0, rank = 0, *const entries = list(column);
        tally(codes, size, missing, next);
        for (int code = 0; code <= missing; ++code) {
            const uint32_t held = std::exchange(next[code], before);
            ranks[code] = (code == missing ? RANK_MISSING : rank) << 16;
            before += held, rank += held > 0;
        }
        for (size_t i = 0; i < size; ++i) entries[next[codes[i]]++] = ranks[codes[i]] | static_cast<uint32_t>(i);
    }

    // Put what a node's rows are worth beside their entries, about their own mean.
    void lay_out(Stretch &node, const Place &place) {
        const double centre = node.scale.centre = place.shift;
        double most = 0;
        for (const uint32_t number : numbers(node)) most = std::max(most, std::fabs(local.values[number] - centre));
        node.scale.unit = most;
        for (const uint32_t number : numbers(node)) other[number] = static_cast<float>((local.values[number] - centre) / most);
        for (uint32_t c = 0; c < node.column_count; ++c) {
            const uint32_t column = alive[node.columns + c];
            for (uint32_t i = node.begin; i < node.end; ++i) worth(column)[i] = other[row_of(list(column)[i])];
        }
    }

    Slice<const uint32_t> numbers(const Stretch &node) {
        return {order() + node.begin, node.end - node.begin};
    }

    // A node's rows, by their numbers in the data set.
    std::vector<uint32_t> rows_of(const Stretch &node) {
        std::vector<uint32_t> held;
        for (const uint32_t number : numbers(node)) held.push_back(global[number]);
        return held;
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

    // The levels of a nominal column at a node.
    Lines levels(size_t column, const Stretch &node) {
        const uint32_t *entries = list(column), known = known_end(entries, node);
        const size_t width = static_cast<size_t>(data.stats());
        Lines table;
        for (uint32_t i = node.begin; i < known;) {
            const uint32_t begin = i;
            table.codes.push_back(code(column, entries[begin]));
            table.stats.resize(table.stats.size() + width);
            for (; i < known && rank_of(entries[i]) == rank_of(entries[begin]); ++i)
                local.add(table.stats.data() + table.stats.size() - width, row_of(entries[i]), true);
            table.rows.push_back(i - begin);
        }
        table.missing.assign(width, 0.0), table.missing_rows = node.end - known;
        for (uint32_t i = known; i < node.end; ++i) local.add(table.missing.data(), row_of(entries[i]), true);
        return table;
    }

    // ------------------------------------------------------------ parting

    // Mark the rows that go to branch 0; returns how many.
    uint32_t mark(const Stretch &node, const Pick &pick) {
        const uint32_t *entries = list(pick.column), *begin = entries + node.begin;
        const uint32_t *known = entries + known_end(entries, node), *end = entries + node.end;
        uint32_t marked = 0;
        const auto set = [&](const uint32_t *from, const uint32_t *to, bool first) {
            for (marked += first ? static_cast<uint32_t>(to - from) : 0; from < to; ++from) {
                const uint32_t row = row_of(*from);
                const uint64_t bit = uint64_t{1} << (row & 63);
                uint64_t &word = side[row >> 6];
                word = first ? word | bit : word & ~bit;
            }
        };
        if (data.columns[pick.column].ordered) {
            const uint32_t *cut = std::partition_point(
                begin, known, [at = static_cast<uint32_t>(pick.at)](uint32_t entry) { return rank_of(entry) <= at; });
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

    void part_list(uint32_t *entries, const Stretch &node) {
        const auto words = Parting<uint32_t>::in_place(entries + node.begin, spare.data());
        if (size > FEW) part_in_place(node.end - node.begin, Marked{side.data()}, words);
        else part_in_place(node.end - node.begin, FewMarked{side.data()}, words);
    }

    void part_column(uint32_t column, const Stretch &node) {
        if (!node.scale.unit) return part_list(list(column), node);
        part_in_place(node.end - node.begin, FewMarked{side.data()},
                      Parting<uint32_t>::in_place(list(column) + node.begin, spare.data()),
                      Parting<float>::in_place(worth(column) + node.begin, other.data()));
    }

    // Make a split: the stretches of its branches, whose lists are parted where `keep` says so, which
    // is asked once it is known which rows they hold.
    template <class Keep>
    void split(const Stretch &node, const Pick &pick, Stretch branches[2], const bool kept[2], const Keep &keep) {
        const uint32_t middle = node.begin + mark(node, pick);
        part_list(order(), node);
        if (!by_target.empty()) part_list(by_target.data(), node);
        branches[0] = {node.begin, middle, node.columns, node.column_count, node.scale};
        branches[1] = {middle, node.end, node.columns, node.column_count, node.scale};
        keep();
        for (int b = 0; b < 2; ++b)
            if (!kept[b]) write_rows(branches[b]);
        if (!kept[0] && !kept[1]) return;
        const int parted = is_parted(pick, middle) ? pick.column : -1;
        for (uint32_t i = 0; i < node.column_count; ++i)
            if (const uint32_t column = alive[node.columns + i]; static_cast<int>(column) != parted)
                part_column(column, node);
        for (int b = 0; b < 2; ++b)
            if (kept[b]) drop_constant(branches[b]);
    }

    // Whether the list of the column that is cut has the rows of branch 0 in front.
    bool is_parted(const Pick &pick, uint32_t middle) {
        return data.columns[pick.column].ordered &&
               rank_of(list(pick.column)[middle - 1]) <= static_cast<uint32_t>(pick.at);
    }

    // Put a leaf's rows where they are looked for.
    void write_rows(const Stretch &node) {
        for (uint32_t i = node.begin; i < node.end; ++i) rows[i] = global[order()[i]];
    }

    // Leave out columns of one value, or of none, from here on.
    void drop_constant(Stretch &node) {
        const uint32_t begin = static_cast<uint32_t>(alive.size());
        for (uint32_t i = 0; i < node.column_count; ++i) {
            const uint32_t column = alive[node.columns + i];
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
