// Nodes while they grow, the queue of those that wait, and the lines they come out as.

// One node while it grows, and its split once that is made. A full tree has as many of them as rows.
struct Spot {
    uint32_t begin, end;
    int32_t levels;  // how much deeper it may go; -1: as deep as it likes
    int32_t left = -1;
    int32_t column = -1, low = -1, high = -1;
    int32_t group = 0, group_size = 0;  // nominal: a stretch of Part::levels
    bool missing = true, by_row = false;  // see Pick
    bool elsewhere = false;  // the rest of it grows in a part of its own
    double scatter = 0, gain = NONE;

    Spot(uint32_t begin, uint32_t end, int32_t levels) : begin(begin), end(end), levels(levels) {}
    int32_t right() const { return left + 1; }
    int64_t size() const { return end - begin; }
};

struct Part {
    std::vector<Spot> spots;
    std::vector<double> stats;
    std::vector<int32_t> levels;
    Place place;     // of the node that is looked at
    Scratch memory;  // for the lists of its chunk
    Dozens dozens;    // of the rows below it, where they are few,
    Handful handful;  // and where they are fewer still

    void clear() { spots.clear(), stats.clear(), levels.clear(); }

    void split(int32_t spot, const Pick &pick, int32_t left) {
        Spot &here = spots[spot];
        here.column = pick.column, here.low = pick.low, here.high = pick.high, here.by_row = pick.by_row;
        here.missing = pick.missing, here.gain = pick.gain, here.left = left;
        here.group = static_cast<int32_t>(levels.size()), here.group_size = static_cast<int32_t>(pick.levels.size());
        levels.insert(levels.end(), pick.levels.begin(), pick.levels.end());
    }

    // Say where the rows lie that were numbered from 0 on.
    void move(uint32_t by) {
        for (Spot &spot : spots) spot.begin += by, spot.end += by;
    }

    // Codes for rows: of all cuts at once, so that many wait for memory together. Where an excerpt holds
    // no codes, those of the same `rows` at home tell them.
    void name_cuts(const Data &excerpt, const Data &home, const uint32_t *rows) {
        for (Spot &spot : spots) {
            if (!std::exchange(spot.by_row, false)) continue;
            const Codes &codes = excerpt.columns[spot.column].codes, &others = home.columns[spot.column].codes;
            spot.low = codes ? codes[spot.low] : others[rows[spot.low]];
            spot.high = codes ? codes[spot.high] : others[rows[spot.high]];
        }
    }
};

// Nodes by what splitting them is worth; of equals, the oldest comes first.
struct Queue {
    struct Entry {
        double worth;
        int64_t age;
        int32_t spot;
        bool operator<(const Entry &other) const {
            return worth != other.worth ? worth < other.worth : age > other.age;
        }
    };
    std::vector<Entry> heap;
    int64_t age = 0;

    void push(double worth, int32_t spot) { put({worth, age++, spot}); }

    Entry pop() {
        std::vector<Entry> equals = {take()};
        const double least = equals[0].worth * (1.0 - TIE);
        while (!heap.empty() && heap.front().worth >= least) equals.push_back(take());
        const auto oldest = std::min_element(equals.begin(), equals.end(), [](const Entry &a, const Entry &b) {
            return a.age < b.age;
        });
        const Entry next = *oldest;
        equals.erase(oldest);
        for (const Entry &entry : equals) put(entry);
        return next;
    }

    void put(const Entry &entry) {
        heap.push_back(entry);
        std::push_heap(heap.begin(), heap.end());
    }

    Entry take() {
        std::pop_heap(heap.begin(), heap.end());
        const Entry top = heap.back();
        heap.pop_back();
        return top;
    }
};

// Nodes that wait with a histogram: they spare counting the larger of two branches, and a tree of thousands of leaves
// would hold as many. Only so many are kept, of the nodes that are split soonest.
struct Shelf {
    const size_t most;
    std::set<std::pair<double, int32_t>> held;  // what splitting a node is worth, and the node

    explicit Shelf(size_t most) : most(most) {}

    // Returns whose is to go; -1: nobody's.
    int32_t put(double worth, int32_t spot) {
        held.emplace(worth, spot);
        return held.size() <= most ? -1 : held.extract(held.begin()).value().second;
    }

    void take(double worth, int32_t spot) { held.erase({worth, spot}); }
};

// Writes trees in pre-order. Nodes of the trunk whose rest grows elsewhere are waited for, in their order.
struct Writer {
    struct Step {
        int32_t spot, parent;
        bool right;
    };
    const Data &data;
    Grown grown;
    std::vector<Step> steps;  // of the trunk
    const bool nominal;       // whether a column may be: else there are no levels

    explicit Writer(const Data &data)
        : data(data), nominal(std::any_of(data.columns.begin(), data.columns.end(),
                                          [](const Column &column) { return !column.ordered; })) {
        grown.group.push_back(0);
    }

    // Every list of lines, and how many items it has for each.
    template <class Body>
    void each_list(const Body &body) {
        body(grown.column, 1), body(grown.low, 1), body(grown.high, 1), body(grown.missing, 1);
        body(grown.other, 1), body(grown.group, nominal), body(grown.gain, 1);
        body(grown.begin, 1), body(grown.end, 1), body(grown.stats, data.stats()), body(grown.scatter, !data.classes);
    }

    // Have room for so many lines, if there is so much; what is not written takes no memory.
    void reserve(size_t lines) try {
        each_list([&](auto &list, size_t items) { list.reserve(lines * items); });
    } catch (const std::bad_alloc &) {
    }

    Grown finished() {
        each_list([](auto &list, size_t) {
            if (list.capacity() > 4 * list.size()) list.shrink_to_fit();
        });
        return std::move(grown);
    }

    // Write the trunk, up to the first of those nodes.
    void go_on(const Part &trunk) {
        while (!steps.empty() && !trunk.spots[steps.back().spot].elsewhere) step(trunk, steps);
    }

    // Write what grew from that node, and go on.
    void insert(const Part &part, const Part &trunk) {
        std::vector<Step> own = {steps.back()};
        own[0].spot = 0;
        steps.pop_back();
        while (!own.empty()) step(part, own);
        go_on(trunk);
    }

    void step(const Part &part, std::vector<Step> &stack) {
        const Step step = stack.back();
        const int32_t line = static_cast<int32_t>(grown.column.size());
        stack.pop_back();
        if (step.parent < 0) grown.starts.push_back(line);
        else if (step.right) grown.other[step.parent] = line;
        write(part, step.spot);
        const Spot &here = part.spots[step.spot];
        if (here.left < 0) return;
        stack.push_back({here.right(), line, true});
        stack.push_back({here.left, line, false});
    }

    void write(const Part &part, int32_t spot) {
        const Spot &here = part.spots[spot];
        grown.column.push_back(here.column);
        grown.low.push_back(here.low), grown.high.push_back(here.high);
        grown.missing.push_back(here.missing);
        grown.gain.push_back(here.left < 0 ? std::numeric_limits<double>::quiet_NaN() : here.gain);
        grown.other.push_back(-1);
        if (nominal) {
            const auto levels = part.levels.begin() + here.group;
            grown.levels.insert(grown.levels.end(), levels, levels + here.group_size);
            grown.group.push_back(static_cast<int64_t>(grown.levels.size()));
        }
        const double *stats = &part.stats[size_t(spot) * data.stats()];
        grown.stats.insert(grown.stats.end(), stats, stats + data.stats());
        if (!data.classes) grown.scatter.push_back(here.scatter);
        grown.begin.push_back(here.begin), grown.end.push_back(here.end);
    }
};

// Parts that grow at the same time; what one held is written over by the next.
struct Parts {
    std::mutex guard;
    Pool<Part> idle;
    std::vector<std::optional<Part>> grown;
    size_t written = 0;

    Part take() {
        Part part = idle.take();
        part.clear();
        return part;
    }

    // Hand in the part of a number; all up to the first that is missing are written.
    void give(size_t number, Part part, Writer &writer, const Part &trunk) {
        const std::lock_guard<std::mutex> lock(guard);
        grown[number] = std::move(part);
        for (; written < grown.size() && grown[written]; ++written) {
            writer.insert(*grown[written], trunk);
            idle.give(std::move(*grown[written]));
            grown[written].reset();
        }
    }
};
