// One node of a growth: whether it is a leaf, which split is chosen for it, and making that split.
// The rules are induction/stopping.py's.

// Where many levels are still to come, what is left of a tree grows in parts, whose codes stay in a
// near cache; sorted lists take over where their marks fit two registers, or sooner where weights are
// summed in lists eight at a time but one by one inside a bin, or where bins of many classes hold little.
constexpr int DEEP = 12;
constexpr size_t SORTED_DEEP = FEW, SORTED_WALKED = 4096, SORTED_SHALLOW = 256, PART = 16;  // times as many
// Rows of two classes are sooner sifted than gone through in lists, unless they weigh; of others from
// so many a class on.
constexpr size_t SORTED_SIFTED = 8192;
constexpr int64_t SIFTED = 1 << 18;

// Whether bins serve so far. Lists are sooner gone through where what they hold is counted sixteen
// lines at a time, or where bounds cost logarithms.
static bool serves_bins(const Data &data, const Task &task) {
    const auto few = std::count_if(data.columns.begin(), data.columns.end(),
                                   [](const Column &column) { return column.keys <= BINS; });
    if (!data.counts() || 2 * static_cast<size_t>(few) > data.columns.size()) return true;
    return task.criterion != Criterion::entropy && !(WIDE && in_blocks(data, task.criterion));
}

// About what share of a growth's time goes by until its nodes have no more rows than these.
static double time_before(size_t sorted_rows) {
    return sorted_rows <= SORTED_SHALLOW ? 0.9 : sorted_rows == SORTED_SIFTED ? 0.45 : 0.25;
}

// By absolute errors one part in so many of a growth's rows or less grows in a part of its own, if that is not fewer.
constexpr size_t PARTS = 4, LEAST_PART = 4096;

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

// What is known of a growth while nodes are split, one after the other or at the same time.
struct Nodes {
    const Data &data;
    const Task &task;
    Control &control;
    std::vector<uint32_t> &rows;
    Nodes *const home;   // of whose rows these are an excerpt
    size_t part_rows;    // nodes up to this size grow in a part of their own,
    size_t sorted_rows;  // and from this one on in sorted lists
    bool sifts = false;  // whether rows are sifted before
    std::unique_ptr<Binned> binned;
    std::unique_ptr<Far> far;  // in its stead, by absolute errors
    std::atomic<int64_t> settled{0};
    int64_t handed = 0;
    bool handing = false;
    double early = 0;  // see time_before
    double searched = 0, to_search = 0;  // rows of nodes that do not grow in parts, by absolute errors

    Nodes(const Data &data, const Task &task, Control &control, std::vector<uint32_t> &rows,
          const std::vector<int> &levels)
        : data(data), task(task), control(control), rows(rows), home(nullptr) {
        if (task.by_medians()) {
            part_rows = sorted_rows = std::min(std::max(rows.size() / PARTS, LEAST_PART), MOST_SORTED);
            if (task.sorted_rows) part_rows = sorted_rows = std::min(static_cast<size_t>(task.sorted_rows), MOST_SORTED);
            return;
        }
        const bool deep = !task.max_leaves &&
                          std::any_of(levels.begin(), levels.end(),
                                      [](int most) { return most < 0 || most > DEEP; });
        const bool bins = deep && serves_bins(data, task);
        const bool one_by_one = data.classes && (data.weights || !in_blocks(data, task.criterion));
        const size_t in_lists = one_by_one ? SORTED_WALKED : SORTED_DEEP;
        const bool pairs = data.counts() && data.classes == 2;
        const int64_t from = task.sifted_rows ? task.sifted_rows : pairs ? 1 : SIFTED;
        sifts = deep && Sifted::serves(data) && static_cast<int64_t>(rows.size()) >= from * data.classes;
        sorted_rows = !deep ? SORTED_SHALLOW : bins ? in_lists : sifts && pairs ? SORTED_SIFTED : MOST_SORTED;
        if (task.sorted_rows) sorted_rows = std::min(static_cast<size_t>(task.sorted_rows), MOST_SORTED);
        part_rows = std::min(bins ? PART * sorted_rows : sorted_rows, MOST_SORTED);
    }

    // Those of an excerpt, which has so many.
    Nodes(const Data &data, const Task &task, std::vector<uint32_t> &rows, Nodes &home)
        : data(data), task(task), control(home.control), rows(rows), home(&home), part_rows(home.part_rows),
          sorted_rows(home.sorted_rows) {}

    // Whether the bins of a node are parted too that will not be searched in them.
    bool keeps_bins() const { return part_rows > sorted_rows; }

    int32_t add_spot(Part &part, int64_t begin, int64_t end, int levels) {
        part.spots.emplace_back(static_cast<uint32_t>(begin), static_cast<uint32_t>(end), levels);
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
        if (weight <= 0 || weight < 2 * task.leaf_weight * (1.0 - TIE)) return true;
        const double impurity = impurity_of(stats, here.scatter, data, task.criterion);
        if (task.by_medians()) return impurity <= 0;
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

    // Choose a node's split; false where it is a leaf. Lists lie in `memory`, where it is given.
    bool choose(Part &part, int32_t spot, Site &site, Scratch *memory = nullptr) {
        control.check();
        const Place &place = place_of(part, spot);
        const Spot &here = part.spots[spot];
        if (!site.chunk && static_cast<size_t>(place.rows) <= sorted_rows) {
            const BinnedRows *bins = keeps_bins() ? binned.get() : nullptr;
            site.chunk = std::make_shared<Chunk>(data, task, rows.data() + here.begin, place.rows, bins,
                                                 here.begin, memory);
            site.stretch = site.chunk->whole();
            site.histogram = nullptr;
        } else if (site.chunk && site.chunk->size > FEW && in_few(place.rows)) {
            site.chunk = std::make_shared<Chunk>(*site.chunk, site.stretch);
            site.stretch = site.chunk->whole();
        }
        if (task.by_medians())
            part.place.impurity = site.chunk ? site.chunk->order_targets(site.stretch) : far->order_targets(here.begin, here.end);
        site.pick = site.chunk ? site.chunk->search(site.stretch, place)
                    : far      ? search_far(here, place)
                               : binned->search(here.begin, here.end, site.histogram, place);
        if (!idle(site.pick, place)) return true;
        if (site.chunk) site.chunk->write_rows(site.stretch);
        return false;
    }

    Pick search_far(const Spot &here, const Place &place) {
        const double share = static_cast<double>(here.size()) / static_cast<double>(data.columns.size());
        const Pick pick = chosen(far->search(rows_of(here.begin, here.end), place, far->every, [&](size_t done) {
            tell_far(searched + share * static_cast<double>(done));
        }), place);
        searched += static_cast<double>(here.size());
        return pick;
    }

    // About what share of a growth's time it takes to search all nodes that do not grow in parts, and of how many rows
    // they are together. Each column of them is sorted anew, which takes as long again as the search.
    void expect_far(int64_t deepest) {
        const double all = static_cast<double>(rows.size()), below = std::log2(all);
        const double levels = deepest < 0 ? below : std::min(static_cast<double>(deepest), below);
        const double above = std::min(std::max(std::log2(all / static_cast<double>(part_rows)), 1.0), levels);
        to_search = above * all;
        early = 2 * above / (above + levels + 1);
    }

    void tell_far(double rows_done) {
        if (to_search > 0) control.share.store(early * std::min(rows_done / to_search, 1.0), std::memory_order_relaxed);
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
                left = branch(part, spot, begin + stretches[0].end - stretches[0].begin, going, [&](int b, double *stats) {
                    return figures_by_class(chunk.local, chunk.numbers(stretches[b]), stats);
                });
            });
            for (int b = 0; b < 2; ++b)
                if (going[b]) sites[b].chunk = site.chunk, sites[b].stretch = stretches[b];
        } else if (far) {
            const int64_t middle = static_cast<int64_t>(
                far->split(rows.data(), static_cast<size_t>(begin), static_cast<size_t>(end), pick));
            const int64_t borders[3] = {begin, middle, end};
            left = branch(part, spot, middle, going, [&](int b, double *stats) {
                return figures(data, rows_of(borders[b], borders[b + 1]), stats);
            });
        } else {
            const int64_t middle = static_cast<int64_t>(
                binned->split(rows.data(), static_cast<size_t>(begin), static_cast<size_t>(end), pick));
            const int64_t borders[3] = {begin, middle, end};
            left = branch(part, spot, middle, going, [&](int b, double *stats) {
                const Worth held = binned->worth(static_cast<size_t>(borders[b]), static_cast<size_t>(borders[b + 1]));
                if (!data.classes) return figures(held, stats);
                return figures_by_class(data, rows_of(borders[b], borders[b + 1]), stats, held.weights);
            });
            const double *const stats[2] = {stats_of(part, left), stats_of(part, left + 1)};
            std::shared_ptr<Histogram> *const made[2] = {&sites[0].histogram, &sites[1].histogram};
            binned->share(borders, going, stats, home ? sorted_rows : part_rows, keeps_bins(), site.histogram, made);
        }
        part.split(spot, pick, left);
        for (int b = 0; b < 2; ++b)
            if (!going[b]) settle(part.spots[left + b].size());
    }

    // Add a node's branches, the second from `middle` on, and say which go on: figures(b, stats) fills in
    // what one has, and returns what it scatters. Returns the first.
    template <class Figures>
    int32_t branch(Part &part, int32_t spot, int64_t middle, bool going[2], const Figures &figures) {
        const Spot here = part.spots[spot];
        const int below = here.levels - (here.levels > 0);
        const int32_t left = add_spot(part, here.begin, middle, below);
        add_spot(part, middle, here.end, below);
        for (int b = 0; b < 2; ++b) {
            part.spots[left + b].scatter = figures(b, stats_of(part, left + b));
            going[b] = !stops(part, left + b);
        }
        return left;
    }

    // Depth first. Nodes that are to grow in parts are left to `later`, where it is given.
    void deep(Part &part, int32_t top, std::vector<int32_t> *later = nullptr) {
        std::vector<std::pair<int32_t, Site>> stack;
        stack.emplace_back(top, Site());
        while (!stack.empty()) {
            auto [spot, site] = std::move(stack.back());
            stack.pop_back();
            const int64_t size = part.spots[spot].size();
            if (later && static_cast<size_t>(size) <= part_rows) {
                later->push_back(spot);
                handed += size;
                tell();
                continue;
            }
            if (WIDE && site.chunk && size <= Dozens::MOST && !task.by_medians() && part.dozens.take(*site.chunk, site.stretch, spot)) {
                grow_bottom(*this, part);
                settle(size);
                continue;
            }
            if (!choose(part, spot, site, &part.memory)) {
                settle(size);
                continue;
            }
            Site sites[2];
            bool going[2];
            open(part, spot, site, sites, going);
            for (int b = 1; b >= 0; --b)
                if (going[b]) stack.emplace_back(part.spots[spot].left + b, std::move(sites[b]));
        }
    }

    void settle(int64_t size) {
        if (home) return home->settle(size);
        settled += size;
        if (handing) handed += size;  // what is a leaf already grows in no part
        tell();
    }

    void tell() {
        if (far && handing) return;
        const double binned_share = early * static_cast<double>(handed);
        const double share = (1.0 - early) * static_cast<double>(settled.load()) + binned_share;
        control.share.store(share / static_cast<double>(rows.size()), std::memory_order_relaxed);
    }
};
