// Nodes while they grow, the queue of those that wait, and the lines they come out as.

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
    const Pick &pick = here.pick;
    const bool leaf = here.left < 0;
    grown.column.push_back(leaf ? -1 : pick.column);
    grown.low.push_back(pick.low), grown.high.push_back(pick.high);
    grown.missing.push_back(static_cast<uint8_t>(pick.missing));
    grown.gain.push_back(leaf ? std::numeric_limits<double>::quiet_NaN() : pick.gain);
    grown.left.push_back(-1), grown.right.push_back(-1);
    if (!leaf) grown.levels.insert(grown.levels.end(), pick.levels.begin(), pick.levels.end());
    grown.group.push_back(static_cast<int64_t>(grown.levels.size()));
    const double *stats = &part.stats[size_t(spot) * data.stats()];
    grown.stats.insert(grown.stats.end(), stats, stats + data.stats());
    if (!data.classes) grown.scatter.push_back(here.scatter);
    grown.begin.push_back(here.begin), grown.end.push_back(here.end);
}

// The tree below a node, in pre-order.
static void emit(Grown &grown, const Data &data, const std::vector<Part> &parts, int32_t top) {
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
        write(grown, data, parts[step.part], step.spot);
        const Spot &here = parts[step.part].spots[step.spot];
        if (here.left < 0) continue;
        stack.push_back({step.part, here.right, line, true});
        stack.push_back({step.part, here.left, line, false});
    }
}
