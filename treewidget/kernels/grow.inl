// Whole subtrees: which node is split next, when one is left as it is, and the lines that come out.
// The rules are induction/growth.py's and induction/stopping.py's.

// Sorting lists pays where many levels are still to come; else bins serve down to small nodes.
constexpr int DEEP = 12;
constexpr size_t SORTED_DEEP = 65536, SORTED_SHALLOW = 2048;

// One node while it grows; `part` is where the rest of it grew, if elsewhere.
struct Spot {
    int64_t begin, end;
    int levels;  // how much deeper it may go; -1: as deep as it likes
    double scatter = 0;
    Pick pick;
    int32_t left = -1, right = -1, part = -1;
};

struct Part {
    std::vector<Spot> spots;
    std::vector<double> stats;
};

// Where a node's rows lie: in a chunk of sorted lists, or in bins with their histogram.
struct Site {
    std::shared_ptr<Chunk> chunk;
    Stretch stretch;
    std::shared_ptr<Histogram> histogram;
};

struct Grower {
    const Data &data;
    const Task &task;
    Control &control;
    std::vector<uint32_t> &rows;
    size_t sorted_rows;
    std::unique_ptr<Binned> binned;
    std::vector<Part> parts;
    std::atomic<int64_t> settled{0};
    int64_t handed = 0;
    double early = 0;  // about what share of the time goes by before the sorted lists

    Grower(const Data &data, const Task &task, Control &control, std::vector<uint32_t> &rows,
           const std::vector<int> &levels)
        : data(data), task(task), control(control), rows(rows) {
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
        spot.begin = begin, spot.end = end, spot.levels = levels;
        part.spots.push_back(std::move(spot));
        part.stats.resize(part.spots.size() * data.stats());
        return static_cast<int32_t>(part.spots.size()) - 1;
    }

    Slice<const uint32_t> rows_of(int64_t begin, int64_t end) const {
        return {rows.data() + begin, static_cast<size_t>(end - begin)};
    }

    double *stats_of(Part &part, int32_t spot) { return &part.stats[size_t(spot) * data.stats()]; }

    Place place_of(Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        return make_place(data, task, here.end - here.begin, stats_of(part, spot), here.scatter);
    }

    // Whether a node is a leaf whatever its columns are.
    bool stops(Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        const double *stats = stats_of(part, spot);
        if (here.levels == 0 || here.end - here.begin < task.split_rows) return true;
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

    // Choose a node's split; false where it is a leaf.
    bool choose(Part &part, int32_t spot, Site &site) {
        control.check();
        const Place place = place_of(part, spot);
        const Spot &here = part.spots[spot];
        if (!site.chunk && static_cast<size_t>(place.rows) <= sorted_rows) {
            site.chunk = std::make_shared<Chunk>(data, task, rows.data() + here.begin, place.rows);
            site.stretch = site.chunk->whole();
            site.histogram = nullptr;
        }
        Pick pick = site.chunk ? site.chunk->search(site.stretch, place)
                               : binned->search(static_cast<size_t>(here.begin), static_cast<size_t>(here.end),
                                                site.histogram, place);
        if (idle(pick, place)) {
            if (site.chunk) site.chunk->write_rows(site.stretch);
            return false;
        }
        pick.first = {};
        part.spots[spot].pick = std::move(pick);
        return true;
    }

    // Make the split of a node; fills the sites of its branches, and says which go on.
    void open(Part &part, int32_t spot, Site &site, Site sites[2], bool going[2]) {
        const Pick pick = part.spots[spot].pick;
        const int64_t begin = part.spots[spot].begin, end = part.spots[spot].end;
        const int below = part.spots[spot].levels - (part.spots[spot].levels > 0);
        int32_t branches[2];
        const auto measured = [&](int b, int64_t from, int64_t to, const auto &figures) {
            branches[b] = add_spot(part, from, to, below);
            part.spots[branches[b]].scatter = figures(stats_of(part, branches[b]));
            return going[b] = !stops(part, branches[b]);
        };
        if (site.chunk) {
            Chunk &chunk = *site.chunk;
            const int64_t base = begin - site.stretch.begin;
            Stretch stretches[2];
            chunk.split(site.stretch, pick, stretches, [&](int b, const Stretch &stretch) {
                return measured(b, base + stretch.begin, base + stretch.end,
                                [&](double *stats) { return chunk.figures_in(stretch, stats); });
            });
            for (int b = 0; b < 2; ++b)
                if (going[b]) sites[b].chunk = site.chunk, sites[b].stretch = stretches[b];
        } else {
            const size_t middle = binned->split(rows.data(), static_cast<size_t>(begin), static_cast<size_t>(end), pick);
            const int64_t borders[3] = {begin, static_cast<int64_t>(middle), end};
            for (int b = 0; b < 2; ++b)
                measured(b, borders[b], borders[b + 1], [&](double *stats) {
                    return figures_by_class(data, rows_of(borders[b], borders[b + 1]), stats);
                });
            const double *const stats[2] = {stats_of(part, branches[0]), stats_of(part, branches[1])};
            std::shared_ptr<Histogram> *const made[2] = {&sites[0].histogram, &sites[1].histogram};
            binned->share(borders, going, stats, sorted_rows, site.histogram, made);
        }
        part.spots[spot].left = branches[0], part.spots[spot].right = branches[1];
        for (int b = 0; b < 2; ++b)
            if (!going[b]) settle(part.spots[branches[b]]);
    }

    void settle(const Spot &spot) {
        settled += spot.end - spot.begin;
        tell();
    }

    void tell() {
        const double binned_share = early * static_cast<double>(handed);
        const double share = (1.0 - early) * static_cast<double>(settled.load()) + binned_share;
        control.share.store(share / static_cast<double>(rows.size()), std::memory_order_relaxed);
    }

    // ------------------------------------------------------------ orders of growth

    // Depth first. Nodes small enough to be sorted are left to `later`, where it is given.
    void deep(Part &part, int32_t top, std::vector<int32_t> *later) {
        std::vector<std::pair<int32_t, Site>> stack;
        stack.emplace_back(top, Site());
        while (!stack.empty()) {
            auto [spot, site] = std::move(stack.back());
            stack.pop_back();
            const int64_t size = part.spots[spot].end - part.spots[spot].begin;
            if (later && static_cast<size_t>(size) <= sorted_rows) {
                later->push_back(spot);
                handed += size;
                tell();
                continue;
            }
            if (!choose(part, spot, site)) {
                settle(part.spots[spot]);
                continue;
            }
            Site sites[2];
            bool going[2];
            open(part, spot, site, sites, going);
            for (int b = 1; b >= 0; --b)
                if (going[b])
                    stack.emplace_back(b ? part.spots[spot].right : part.spots[spot].left,
                                       std::move(sites[b]));
        }
    }

    void all_deep(const std::vector<int32_t> &tops) {
        std::vector<int32_t> later;
        for (int32_t top : tops)
            if (stops(parts[0], top)) settle(parts[0].spots[top]);
            else deep(parts[0], top, &later);
        binned = nullptr;
        handed = static_cast<int64_t>(rows.size());
        const size_t first = parts.size();
        parts.resize(first + later.size());
        parallel(later.size(), task.threads, [&](size_t i) {
            Part &part = parts[first + i];
            const Spot &there = parts[0].spots[later[i]];
            add_spot(part, there.begin, there.end, there.levels);
            std::copy_n(stats_of(parts[0], later[i]), data.stats(), part.stats.data());
            part.spots[0].scatter = there.scatter;
            deep(part, 0, nullptr);
        });
        for (size_t i = 0; i < later.size(); ++i)
            parts[0].spots[later[i]].part = static_cast<int32_t>(first + i);
    }

    // The leaf with the largest decrease over all is split next; the oldest among equals.
    void best_first(const std::vector<int32_t> &tops) {
        struct Entry {
            double worth;
            int64_t age;
            int32_t spot;
            bool operator<(const Entry &other) const {
                return worth != other.worth ? worth < other.worth : age > other.age;
            }
        };
        Part &part = parts[0];
        std::vector<Entry> heap;
        std::vector<Site> sites(tops.size());
        int64_t leaves = static_cast<int64_t>(tops.size()), age = 0;
        const int64_t before = leaves;
        const auto consider = [&](int32_t spot) {
            Site &site = sites[spot];
            if (leaves >= task.max_leaves) {
                if (site.chunk) site.chunk->write_rows(site.stretch);
                return;
            }
            if (!choose(part, spot, site)) return;
            const double weight = weight_of(stats_of(part, spot), data.classes);
            heap.push_back({weight * part.spots[spot].pick.gain, age++, spot});
            std::push_heap(heap.begin(), heap.end());
        };
        const auto pop = [&] {
            std::pop_heap(heap.begin(), heap.end());
            const Entry top = heap.back();
            heap.pop_back();
            return top;
        };
        for (int32_t top : tops)
            if (!stops(part, top)) consider(top);
        while (leaves < task.max_leaves && !heap.empty()) {
            std::vector<Entry> equals = {pop()};
            const double least = equals[0].worth * (1.0 - TIE);
            while (!heap.empty() && heap.front().worth >= least) equals.push_back(pop());
            const auto oldest = std::min_element(
                equals.begin(), equals.end(),
                [](const Entry &a, const Entry &b) { return a.age < b.age; });
            const int32_t spot = oldest->spot;
            equals.erase(oldest);
            for (const Entry &entry : equals) {
                heap.push_back(entry);
                std::push_heap(heap.begin(), heap.end());
            }
            Site branches[2];
            bool going[2];
            open(part, spot, sites[spot], branches, going);
            sites[spot] = Site();
            sites.resize(part.spots.size());
            ++leaves;
            const int32_t kids[2] = {part.spots[spot].left, part.spots[spot].right};
            for (int b = 0; b < 2; ++b) sites[kids[b]] = std::move(branches[b]);
            for (int b = 0; b < 2; ++b)
                if (going[b]) consider(kids[b]);
            control.share.store(static_cast<double>(leaves - before) /
                                static_cast<double>(task.max_leaves - before));
        }
        // What waits unsplit holds its rows in its chunk's own order.
        for (const Entry &entry : heap) {
            part.spots[entry.spot].pick = Pick();
            if (sites[entry.spot].chunk) sites[entry.spot].chunk->write_rows(sites[entry.spot].stretch);
        }
    }

    // ------------------------------------------------------------ the lines that come out

    void write(Grown &grown, Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        const Pick &pick = here.pick;
        const bool leaf = here.left < 0;
        grown.column.push_back(leaf ? -1 : pick.column);
        grown.low.push_back(pick.low), grown.high.push_back(pick.high);
        grown.missing.push_back(static_cast<uint8_t>(pick.missing));
        grown.gain.push_back(leaf ? std::numeric_limits<double>::quiet_NaN() : pick.gain);
        grown.left.push_back(-1), grown.right.push_back(-1);
        if (!leaf) grown.levels.insert(grown.levels.end(), pick.levels.begin(), pick.levels.end());
        grown.group.push_back(static_cast<int64_t>(grown.levels.size()));
        const double *stats = stats_of(part, spot);
        grown.stats.insert(grown.stats.end(), stats, stats + data.stats());
        if (!data.classes) grown.scatter.push_back(here.scatter);
        grown.begin.push_back(here.begin), grown.end.push_back(here.end);
    }

    void emit(Grown &grown, int32_t top) {
        struct Step {
            int32_t part, spot, parent;
            bool right;
        };
        std::vector<Step> stack = {{0, top, -1, false}};
        grown.starts.push_back(static_cast<int64_t>(grown.column.size()));
        while (!stack.empty()) {
            Step step = stack.back();
            stack.pop_back();
            if (parts[step.part].spots[step.spot].part >= 0)
                step.part = parts[step.part].spots[step.spot].part, step.spot = 0;
            const int32_t line = static_cast<int32_t>(grown.column.size());
            if (step.parent >= 0) (step.right ? grown.right : grown.left)[step.parent] = line;
            write(grown, parts[step.part], step.spot);
            const Spot &here = parts[step.part].spots[step.spot];
            if (here.left < 0) continue;
            stack.push_back({step.part, here.right, line, true});
            stack.push_back({step.part, here.left, line, false});
        }
    }
};

// See Variants::grow.
static Grown grow(const Data &data, const Task &task, Control &control, std::vector<uint32_t> rows,
                  const std::vector<int64_t> &borders, const std::vector<int> &levels) {
    Grower grower(data, task, control, rows, levels);
    grower.parts.resize(1);
    Part &part = grower.parts[0];
    std::vector<int32_t> tops;
    bool large = false;
    for (size_t i = 0; i + 1 < borders.size(); ++i) {
        const size_t begin = static_cast<size_t>(borders[i]), end = static_cast<size_t>(borders[i + 1]);
        large |= end - begin > grower.sorted_rows;
        sort_by_class(data, rows.data() + begin, end - begin);
        tops.push_back(grower.add_spot(part, borders[i], borders[i + 1], levels[i]));
        const double scatter = figures_by_class(data, grower.rows_of(begin, end), grower.stats_of(part, tops[i]));
        part.spots[tops[i]].scatter = scatter;
    }
    if (large) {
        grower.binned = std::make_unique<Binned>(data, task, control, grower.rows_of(0, rows.size()), true);
        if (!task.max_leaves) grower.early = grower.sorted_rows > SORTED_SHALLOW ? 0.25 : 0.9;
    }
    if (task.max_leaves) grower.best_first(tops);
    else grower.all_deep(tops);
    Grown grown;
    for (int32_t top : tops) grower.emit(grown, top);
    grown.rows = std::move(rows);
    return grown;
}
