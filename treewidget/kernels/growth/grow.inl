// Whole subtrees: which node is split next. The rules are induction/growth.py's.

struct Grower : Nodes {
    Part trunk;  // the nodes that do not grow in a part of their own
    Writer writer;
    Task alone;  // as a part sees it, which has one thread

    Grower(const Data &data, const Task &task, Control &control, std::vector<uint32_t> &rows,
           const std::vector<int> &levels)
        : Nodes(data, task, control, rows, levels), writer(data), alone(task) {
        alone.threads = 1;
    }

    void all_deep(const std::vector<int32_t> &tops) {
        std::vector<int32_t> later;
        handing = true;
        for (int32_t top : tops)
            if (stops(trunk, top)) settle(trunk.spots[top].size());
            else deep(trunk, top, &later);
        if (sorted_rows >= part_rows) binned = nullptr;
        else if (binned) binned->copy();
        handed = static_cast<int64_t>(rows.size()), handing = false;
        for (const int32_t top : later) trunk.spots[top].elsewhere = true;
        writer.reserve(most_lines(later));
        writer.go_on(trunk);
        grow_parts(later);
    }

    // Grow these nodes in parts of their own: some at a time, whose codes are gathered together.
    void grow_parts(const std::vector<int32_t> &later) {
        Parts parts;
        parts.grown.resize(later.size());
        Gathered gathered(data);
        const size_t most = gathered.most(binned != nullptr);
        for (size_t from = 0, to = 0; from < later.size(); from = to) {
            std::vector<Slice<const uint32_t>> held;
            std::vector<size_t> offsets = {0};
            for (; to < later.size() && offsets.back() <= most; ++to) {
                held.push_back(rows_of(trunk.spots[later[to]].begin, trunk.spots[later[to]].end));
                offsets.push_back(offsets.back() + held.back().size);
            }
            gathered.gather(held, binned != nullptr, task.threads, control);
            parallel(held.size(), task.threads, [&](size_t i) {
                Part part = parts.take();
                grow_part(part, later[from + i], gathered, offsets[i]);
                parts.give(from + i, std::move(part), writer, trunk);
            });
        }
    }

    // Grow the rest of a node of the trunk, whose codes were gathered from `offset` on.
    void grow_part(Part &part, int32_t top, const Gathered &gathered, size_t offset) {
        const Spot &there = trunk.spots[top];
        const std::vector<uint32_t> held(rows.begin() + there.begin, rows.begin() + there.end);
        std::vector<uint32_t> numbers(held.size());
        std::iota(numbers.begin(), numbers.end(), 0);
        const Excerpt excerpt(data, {held.data(), held.size()}, gathered, offset, binned != nullptr);
        Nodes own(excerpt.data, alone, numbers, *this);
        if (binned)
            own.binned = std::make_unique<Binned>(excerpt.data, alone, control, own.rows_of(0, there.size()),
                                                  *binned, there.begin);
        own.add_spot(part, 0, there.size(), there.levels);
        std::copy_n(stats_of(trunk, top), data.stats(), part.stats.data());
        part.spots[0].scatter = there.scatter;
        own.deep(part, 0);
        part.name_cuts(excerpt.data, data, held.data());
        part.move(there.begin);
        for (size_t i = 0; i < held.size(); ++i) rows[there.begin + i] = held[numbers[i]];
    }

    // How many nodes there may be where these still grow.
    size_t most_lines(const std::vector<int32_t> &later) const {
        size_t lines = trunk.spots.size();
        for (const int32_t top : later) {
            const Spot &spot = trunk.spots[top];
            const size_t leaves = static_cast<size_t>(spot.size() / std::max<int64_t>(task.leaf_rows, 1));
            lines += 2 * (spot.levels < 0 || spot.levels > 30 ? leaves : std::min(leaves, size_t{1} << spot.levels));
        }
        return lines;
    }

    // The leaf with the largest decrease over all is split next.
    void best_first(const std::vector<int32_t> &tops) {
        Queue queue;
        Shelf shelf(binned ? binned->histograms_kept() : 0);
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
            const double gained = weight_of(stats_of(trunk, spot), data.classes) * site.pick.gain;
            queue.push(gained, spot);
            if (const int32_t gone = site.histogram ? shelf.put(gained, spot) : -1; gone >= 0) sites[gone].histogram = nullptr;
        };
        for (int32_t top : tops)
            if (!stops(trunk, top)) consider(top);
        while (leaves < task.max_leaves && !queue.heap.empty()) {
            const auto [gained, age, spot] = queue.pop();
            shelf.take(gained, spot);
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
        trunk.name_cuts(data, data, nullptr);
        writer.reserve(trunk.spots.size());
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
    if (large && task.by_medians()) {
        grower.far = std::make_unique<Far>(data, task, control, rows, borders);
        const bool endless = std::any_of(levels.begin(), levels.end(), [](int most) { return most < 0; });
        if (!task.max_leaves) grower.expect_far(endless ? -1 : *std::max_element(levels.begin(), levels.end()));
    } else if (large) {
        grower.binned = std::make_unique<Binned>(data, task, control, grower.rows_of(0, rows.size()), true);
        grower.binned->sifts = grower.sifts;
        if (!task.max_leaves) grower.early = time_before(grower.sorted_rows);
    }
    for (size_t i = tops.size(); i-- > 0;) grower.writer.steps.push_back({tops[i], -1, false});
    if (task.max_leaves) grower.best_first(tops);
    else grower.all_deep(tops);
    grower.writer.grown.rows = std::move(rows);
    return grower.writer.finished();
}
