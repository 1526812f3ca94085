// Whole subtrees: which node is split next, and when one is left as it is.
// The rules are induction/growth.py's and induction/stopping.py's.

// Sorting lists pays where many levels are still to come; else bins serve down to small nodes.
constexpr int DEEP = 12;
constexpr size_t SORTED_DEEP = MOST_SORTED, SORTED_SHALLOW = 256;

// Below so many rows a chunk of their own does not pay any more.
constexpr size_t FEW_LEAST = 64;

// Where a node's rows lie, in a chunk of sorted lists or in bins with their histogram; and the split
// that is chosen for it.
struct Site {
    std::shared_ptr<Chunk> chunk;
    Stretch stretch;
    std::shared_ptr<Histogram> histogram;
    Pick pick;
};

struct Grower {
    const Data &data;
    const Task &task;
    Control &control;
    std::vector<uint32_t> &rows;
    size_t sorted_rows;
    std::unique_ptr<Binned> binned;
    Part trunk;  // the nodes that do not grow in a part of their own
    Writer writer;
    std::atomic<int64_t> settled{0};
    int64_t handed = 0;
    double early = 0;  // about what share of the time goes by before the sorted lists

    Grower(const Data &data, const Task &task, Control &control, std::vector<uint32_t> &rows,
           const std::vector<int> &levels)
        : data(data), task(task), control(control), rows(rows), writer{data, {}, {}} {
        const bool deep = !task.max_leaves &&
                          std::any_of(levels.begin(), levels.end(),
                                      [](int most) { return most < 0 || most > DEEP; });
        sorted_rows = deep ? SORTED_DEEP : SORTED_SHALLOW;
        if (task.sorted_rows) sorted_rows = static_cast<size_t>(task.sorted_rows);
        sorted_rows = std::min(sorted_rows, MOST_SORTED);
    }

    // ------------------------------------------------------------ one node

    int32_t add_spot(Part &part, int64_t begin, int64_t end, int levels) {
        Spot spot;
        spot.begin = static_cast<uint32_t>(begin), spot.end = static_cast<uint32_t>(end), spot.levels = levels;
        part.spots.push_back(spot);
        part.stats.resize(part.spots.size() * data.stats());
        return static_cast<int32_t>(part.spots.size()) - 1;
    }

    Slice<const uint32_t> rows_of(int64_t begin, int64_t end) const {
        return {rows.data() + begin, static_cast<size_t>(end - begin)};
    }

    double *stats_of(Part &part, int32_t spot) { return &part.stats[size_t(spot) * data.stats()]; }

    const Place &place_of(Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        make_place(part.place, data, task, here.size(), stats_of(part, spot), here.scatter);
        return part.place;
    }

    // Whether a node is a leaf whatever its columns are.
    bool stops(Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        const double *stats = stats_of(part, spot);
        if (here.levels == 0 || here.size() < task.split_rows) return true;
        const double weight = weight_of(stats, data.classes);
        if (weight <= 0 || weight < 2 * task.leaf_weight) return true;
        const double impurity = impurity_of(stats, here.scatter, data, task.criterion);
        return data.classes ? impurity <= EPS : impurity <= 16 * EPS * EPS * (stats[2] / weight);
    }

    // Whether the best split gains too little.
    bool idle(const Pick &pick, const Place &place) const {
        if (pick.column < 0) return true;
        if (!task.zero_gain && pick.gain <= TIE * NOISE * place.impurity) return true;
        return place.weight / task.root_weight * pick.gain + EPS < task.min_decrease;
    }

    static bool in_few(int64_t rows) {
        return static_cast<size_t>(rows) <= FEW && static_cast<size_t>(rows) > FEW_LEAST;
    }

    // Choose a node's split; false where it is a leaf.
    bool choose(Part &part, int32_t spot, Site &site) {
        control.check();
        const Place &place = place_of(part, spot);
        const Spot &here = part.spots[spot];
        if (!site.chunk && static_cast<size_t>(place.rows) <= sorted_rows) {
            site.chunk = std::make_shared<Chunk>(data, task, rows.data() + here.begin, place.rows);
            site.stretch = site.chunk->whole();
            site.histogram = nullptr;
        } else if (site.chunk && site.chunk->size > FEW && in_few(place.rows)) {
            site.chunk = std::make_shared<Chunk>(*site.chunk, site.stretch);
            site.stretch = site.chunk->whole();
        }
        site.pick = site.chunk ? site.chunk->search(site.stretch, place)
                               : binned->search(here.begin, here.end, site.histogram, place);
        if (!idle(site.pick, place)) return true;
        if (site.chunk) site.chunk->write_rows(site.stretch);
        return false;
    }

    // Make the split of a node; fills the sites of its branches, and says which go on.
    void open(Part &part, int32_t spot, Site &site, Site sites[2], bool going[2]) {
        const Pick &pick = site.pick;
        const int64_t begin = part.spots[spot].begin, end = part.spots[spot].end;
        int32_t left = -1;
        if (site.chunk) {
            Chunk &chunk = *site.chunk;
            Stretch stretches[2];
            chunk.split(site.stretch, pick, stretches, going, [&] {
                left = branch(part, spot, begin + stretches[0].end - stretches[0].begin, going, [&](auto &stats, auto &scatter) {
                    figures_by_class(chunk.local, {chunk.numbers(stretches[0]), chunk.numbers(stretches[1])}, stats, scatter);
                });
            });
            for (int b = 0; b < 2; ++b)
                if (going[b]) sites[b].chunk = site.chunk, sites[b].stretch = stretches[b];
        } else {
            const int64_t middle = static_cast<int64_t>(
                binned->split(rows.data(), static_cast<size_t>(begin), static_cast<size_t>(end), pick));
            const int64_t borders[3] = {begin, middle, end};
            left = branch(part, spot, middle, going, [&](auto &stats, auto &scatter) {
                if (data.classes) return figures_by_class(data, {rows_of(begin, middle), rows_of(middle, end)}, stats, scatter);
                const size_t at[3] = {static_cast<size_t>(begin), static_cast<size_t>(middle), static_cast<size_t>(end)};
                figures_of_two({binned->worth(at[0], at[1]), binned->worth(at[1], at[2])}, stats, scatter);
            });
            const double *const stats[2] = {stats_of(part, left), stats_of(part, left + 1)};
            std::shared_ptr<Histogram> *const made[2] = {&sites[0].histogram, &sites[1].histogram};
            binned->share(borders, going, stats, sorted_rows, site.histogram, made);
        }
        part.split(spot, pick, left);
        for (int b = 0; b < 2; ++b)
            if (!going[b]) settle(part.spots[left + b].size());
    }

    // Add a node's branches, the second from `middle` on; fill in their figures, and say which go on.
    // Returns the first.
    template <class Figures>
    int32_t branch(Part &part, int32_t spot, int64_t middle, bool going[2], const Figures &figures) {
        const Spot here = part.spots[spot];
        const int below = here.levels - (here.levels > 0);
        const int32_t left = add_spot(part, here.begin, middle, below);
        add_spot(part, middle, here.end, below);
        double *const stats[2] = {stats_of(part, left), stats_of(part, left + 1)};
        double scatter[2];
        figures(stats, scatter);
        for (int b = 0; b < 2; ++b) {
            part.spots[left + b].scatter = scatter[b];
            going[b] = !stops(part, left + b);
        }
        return left;
    }

#ifdef TREEWIDGET_AVX512
    // The tree below a node of few rows, if they are such as Handful takes.
    bool grow_handful(Part &part, int32_t top, const Site &site) {
        Handful &few = part.handful;
        if (!site.chunk || !few.take(*site.chunk, site.stretch, top)) return false;
        control.check();
        const int64_t size = part.spots[top].size();
        while (!few.waiting.empty()) {
            const Handful::Bunch bunch = few.waiting.back();
            few.waiting.pop_back();
            const Place &place = place_of(part, bunch.spot);
            const Pick pick = few.search(bunch, place);
            if (idle(pick, place)) few.write_rows(bunch.rows, rows.data() + part.spots[bunch.spot].begin);
            else split_handful(part, bunch, pick);
        }
        settle(size);
        return true;
    }

    void split_handful(Part &part, const Handful::Bunch &bunch, const Pick &pick) {
        Handful &few = part.handful;
        const uint32_t one = static_cast<uint32_t>(pick.at), sides[2] = {one, bunch.rows & ~one};
        bool going[2];
        const int64_t middle = part.spots[bunch.spot].begin + __builtin_popcount(one);
        const int32_t left = branch(part, bunch.spot, middle, going, [&](auto &stats, auto &scatter) {
            double held[2][Handful::MOST + 8];
            const Worth worth[2] = {{held[0], nullptr, few.gather(sides[0], held[0])},
                                    {held[1], nullptr, few.gather(sides[1], held[1])}};
            figures_of_two(worth, stats, scatter);
        });
        part.split(bunch.spot, pick, left);
        for (uint32_t b = 2, at = bunch.end; b-- > 0;) {
            const int32_t spot = left + static_cast<int32_t>(b);
            if (!going[b]) {
                few.write_rows(sides[b], rows.data() + part.spots[spot].begin);
                continue;
            }
            few.waiting.push_back(few.branch(bunch, spot, sides[b], at));
            at = few.waiting.back().end;
        }
    }
#endif

    void settle(int64_t size) {
        settled += size;
        tell();
    }

    void tell() {
        const double binned_share = early * static_cast<double>(handed);
        const double share = (1.0 - early) * static_cast<double>(settled.load()) + binned_share;
        control.share.store(share / static_cast<double>(rows.size()), std::memory_order_relaxed);
    }

    // ------------------------------------------------------------ orders of growth

    // Depth first. Nodes small enough to be sorted are left to `later`, where it is given.
    void deep(Part &part, int32_t top, std::vector<int32_t> *later, Site site = {}) {
        std::vector<std::pair<int32_t, Site>> stack;
        stack.emplace_back(top, std::move(site));
        while (!stack.empty()) {
            auto [spot, site] = std::move(stack.back());
            stack.pop_back();
            const int64_t size = part.spots[spot].size();
            if (later && static_cast<size_t>(size) <= sorted_rows) {
                later->push_back(spot);
                handed += size;
                tell();
                continue;
            }
#ifdef TREEWIDGET_AVX512
            if (static_cast<size_t>(size) <= Handful::MOST && grow_handful(part, spot, site)) continue;
#endif
            if (!choose(part, spot, site)) {
                settle(size);
                continue;
            }
            Site sites[2];
            bool going[2];
            open(part, spot, site, sites, going);
            for (int b = 1; b >= 0; --b)
                if (going[b])
                    stack.emplace_back(part.spots[spot].left + b, std::move(sites[b]));
        }
    }

    void all_deep(const std::vector<int32_t> &tops) {
        std::vector<int32_t> later;
        for (int32_t top : tops)
            if (stops(trunk, top)) settle(trunk.spots[top].size());
            else deep(trunk, top, &later);
        binned = nullptr;
        handed = static_cast<int64_t>(rows.size());
        for (const int32_t top : later) trunk.spots[top].elsewhere = true;
        writer.reserve(trunk.spots.size() + 2 * rows.size());
        writer.go_on(trunk);
        Parts parts;
        parts.grown.resize(later.size());
        Gathered gathered(data);
        for (size_t from = 0, to = 0; from < later.size(); from = to) {
            std::vector<Slice<const uint32_t>> held;
            std::vector<size_t> offsets = {0};
            for (; to < later.size() && offsets.back() <= data.rows / Gathered::SHARE; ++to) {
                held.push_back(rows_of(trunk.spots[later[to]].begin, trunk.spots[later[to]].end));
                offsets.push_back(offsets.back() + held.back().size);
            }
            const Gathered *const codes = gathered.gather(held, task.threads) ? &gathered : nullptr;
            parallel(held.size(), task.threads, [&](size_t i) {
                Part part = parts.take();
                Site site;
                site.chunk = std::make_shared<Chunk>(data, task, rows.data() + trunk.spots[later[from + i]].begin,
                                                     held[i].size, codes, offsets[i], &part.memory);
                site.stretch = site.chunk->whole();
                grow_part(part, later[from + i], std::move(site));
                parts.give(from + i, std::move(part), writer, trunk);
            });
        }
    }

    // Grow the rest of a node of the trunk.
    void grow_part(Part &part, int32_t top, Site site) {
        const Spot &there = trunk.spots[top];
        add_spot(part, there.begin, there.end, there.levels);
        std::copy_n(stats_of(trunk, top), data.stats(), part.stats.data());
        part.spots[0].scatter = there.scatter;
        deep(part, 0, nullptr, std::move(site));
        part.name_cuts(data);
    }

    // The leaf with the largest decrease over all is split next.
    void best_first(const std::vector<int32_t> &tops) {
        Queue queue;
        std::vector<Site> sites(tops.size());
        int64_t leaves = static_cast<int64_t>(tops.size());
        const int64_t before = leaves;
        const auto consider = [&](int32_t spot) {
            Site &site = sites[spot];
            if (leaves >= task.max_leaves) {
                if (site.chunk) site.chunk->write_rows(site.stretch);
                return;
            }
            if (!choose(trunk, spot, site)) return;
            queue.push(weight_of(stats_of(trunk, spot), data.classes) * site.pick.gain, spot);
        };
        for (int32_t top : tops)
            if (!stops(trunk, top)) consider(top);
        while (leaves < task.max_leaves && !queue.heap.empty()) {
            const int32_t spot = queue.pop();
            Site branches[2];
            bool going[2];
            open(trunk, spot, sites[spot], branches, going);
            sites[spot] = Site();
            sites.resize(trunk.spots.size());
            ++leaves;
            const int32_t kids[2] = {trunk.spots[spot].left, trunk.spots[spot].right()};
            for (int b = 0; b < 2; ++b) sites[kids[b]] = std::move(branches[b]);
            for (int b = 0; b < 2; ++b)
                if (going[b]) consider(kids[b]);
            control.share.store(static_cast<double>(leaves - before) /
                                static_cast<double>(task.max_leaves - before));
        }
        // What waits unsplit holds its rows in its chunk's own order.
        for (const Queue::Entry &entry : queue.heap)
            if (sites[entry.spot].chunk) sites[entry.spot].chunk->write_rows(sites[entry.spot].stretch);
        trunk.name_cuts(data);
        writer.go_on(trunk);
    }
};

// See Variants::grow.
static Grown grow(const Data &data, const Task &task, Control &control, std::vector<uint32_t> rows,
                  const std::vector<int64_t> &borders, const std::vector<int> &levels) {
    Grower grower(data, task, control, rows, levels);
    Part &trunk = grower.trunk;
    std::vector<int32_t> tops;
    bool large = false;
    for (size_t i = 0; i + 1 < borders.size(); ++i) {
        const size_t begin = static_cast<size_t>(borders[i]), end = static_cast<size_t>(borders[i + 1]);
        large |= end - begin > grower.sorted_rows;
        sort_by_class(data, rows.data() + begin, end - begin);
        tops.push_back(grower.add_spot(trunk, borders[i], borders[i + 1], levels[i]));
        const double scatter = figures_by_class(data, grower.rows_of(begin, end), grower.stats_of(trunk, tops[i]));
        trunk.spots[tops[i]].scatter = scatter;
    }
    if (large) {
        grower.binned = std::make_unique<Binned>(data, task, control, grower.rows_of(0, rows.size()), true);
        if (!task.max_leaves) grower.early = grower.sorted_rows > SORTED_SHALLOW ? 0.25 : 0.9;
    }
    for (size_t i = tops.size(); i-- > 0;) grower.writer.steps.push_back({tops[i], -1, false});
    if (task.max_leaves) grower.best_first(tops);
    else grower.all_deep(tops);
    grower.writer.grown.rows = std::move(rows);
    return std::move(grower.writer.grown);
}
