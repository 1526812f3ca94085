// Nodes while they grow, the queue of those that wait, and the lines they come out as.

// One node while it grows, and its split once that is made. A full tree has as many of them as rows.
struct Spot {
    uint32_t begin, end;
    int32_t levels;  // how much deeper it may go; -1: as deep as it likes
    int32_t left = -1, piece = -1;  // which of the pieces grew from it, if elsewhere
    int32_t column = -1, low = -1, high = -1;
    int32_t group = 0, group_size = 0;  // nominal: a stretch of Part::levels
    bool missing = true, by_row = false;  // see Pick
    double scatter = 0, gain = NONE;

    int32_t right() const { return left + 1; }
    int64_t size() const { return end - begin; }
};

struct Part {
    std::vector<Spot> spots;
    std::vector<double> stats;
    std::vector<int32_t> levels;
    Place place;  // of the node that is looked at
#ifdef TREEWIDGET_AVX512
    Handful handful;  // of the rows below it, where they are few
#endif

    void clear() { spots.clear(), stats.clear(), levels.clear(); }

    void split(int32_t spot, const Pick &pick, int32_t left) {
        Spot &here = spots[spot];
        here.column = pick.column, here.low = pick.low, here.high = pick.high, here.by_row = pick.by_row;
        here.missing = pick.missing, here.gain = pick.gain, here.left = left;
        here.group = static_cast<int32_t>(levels.size()), here.group_size = static_cast<int32_t>(pick.levels.size());
        levels.insert(levels.end(), pick.levels.begin(), pick.levels.end());
    }

    // Codes for rows: of all cuts at once, so that many wait for memory together.
    void name_cuts(const Data &data) {
        for (Spot &spot : spots) {
            if (!std::exchange(spot.by_row, false)) continue;
            const int32_t *codes = data.columns[spot.column].codes;
            spot.low = codes[spot.low], spot.high = codes[spot.high];
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

    int32_t pop() {
        std::vector<Entry> equals = {take()};
        const double least = equals[0].worth * (1.0 - TIE);
        while (!heap.empty() && heap.front().worth >= least) equals.push_back(take());
        const auto oldest = std::min_element(equals.begin(), equals.end(), [](const Entry &a, const Entry &b) {
            return a.age < b.age;
        });
        const int32_t spot = oldest->spot;
        equals.erase(oldest);
        for (const Entry &entry : equals) put(entry);
        return spot;
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

static void write(Grown &grown, const Data &data, const Part &part, int32_t spot) {
    const Spot &here = part.spots[spot];
    grown.column.push_back(here.column);
    grown.low.push_back(here.low), grown.high.push_back(here.high);
    grown.missing.push_back(here.missing);
    grown.gain.push_back(here.left < 0 ? std::numeric_limits<double>::quiet_NaN() : here.gain);
    grown.left.push_back(-1), grown.right.push_back(-1);
    const auto levels = part.levels.begin() + here.group;
    grown.levels.insert(grown.levels.end(), levels, levels + here.group_size);
    grown.group.push_back(static_cast<int64_t>(grown.levels.size()));
    const double *stats = &part.stats[size_t(spot) * data.stats()];
    grown.stats.insert(grown.stats.end(), stats, stats + data.stats());
    if (!data.classes) grown.scatter.push_back(here.scatter);
    grown.begin.push_back(here.begin), grown.end.push_back(here.end);
}

// Have room for so many lines.
static void reserve(Grown &grown, size_t lines, size_t stats) {
    grown.column.reserve(lines), grown.missing.reserve(lines), grown.group.reserve(lines);
    grown.low.reserve(lines), grown.high.reserve(lines), grown.left.reserve(lines), grown.right.reserve(lines);
    grown.gain.reserve(lines), grown.scatter.reserve(lines), grown.stats.reserve(lines * stats);
    grown.begin.reserve(lines), grown.end.reserve(lines);
}

// Put lines that were numbered from 0 behind those there are.
static void append(Grown &grown, const Grown &piece) {
    const int32_t lines = static_cast<int32_t>(grown.column.size());
    const int64_t levels = static_cast<int64_t>(grown.levels.size());
    const auto add = [](auto &to, const auto &more) { to.insert(to.end(), more.begin(), more.end()); };
    const auto add_moved = [](auto &to, const auto &more, auto by) {
        for (const auto line : more) to.push_back(line < 0 ? line : line + by);
    };
    add(grown.column, piece.column), add(grown.missing, piece.missing), add(grown.levels, piece.levels);
    add(grown.low, piece.low), add(grown.high, piece.high), add(grown.gain, piece.gain);
    add(grown.stats, piece.stats), add(grown.scatter, piece.scatter);
    add(grown.begin, piece.begin), add(grown.end, piece.end);
    add_moved(grown.left, piece.left, lines), add_moved(grown.right, piece.right, lines);
    add_moved(grown.group, piece.group, levels);
}

// The tree below a node, in pre-order, with the pieces that grew elsewhere.
static void emit(Grown &grown, const Data &data, const Part &part, int32_t top, const std::vector<Grown> &pieces) {
    struct Step {
        int32_t spot, parent;
        bool right;
    };
    std::vector<Step> stack = {{top, -1, false}};
    grown.starts.push_back(static_cast<int64_t>(grown.column.size()));
    while (!stack.empty()) {
        const Step step = stack.back();
        stack.pop_back();
        const int32_t line = static_cast<int32_t>(grown.column.size());
        if (step.parent >= 0) (step.right ? grown.right : grown.left)[step.parent] = line;
        const Spot &here = part.spots[step.spot];
        if (here.piece >= 0) {
            append(grown, pieces[here.piece]);
            continue;
        }
        write(grown, data, part, step.spot);
        if (here.left < 0) continue;
        stack.push_back({here.right(), line, true});
        stack.push_back({here.left, line, false});
    }
}

// Parts that are not in use: what they once held is written over.
struct Idle {
    std::mutex guard;
    std::vector<Part> parts;

    Part take() {
        const std::lock_guard<std::mutex> lock(guard);
        if (parts.empty()) return {};
        Part part = std::move(parts.back());
        parts.pop_back();
        part.clear();
        return part;
    }
    void give(Part part) {
        const std::lock_guard<std::mutex> lock(guard);
        parts.push_back(std::move(part));
    }
};
