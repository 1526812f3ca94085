// The bottom of a tree: what lies below a node of a few dozen rows.

struct Bottom {
    Nodes &nodes;
    Part &part;
    Dozens &some = part.dozens;
    Handful &few = part.handful;

    Bottom(Nodes &nodes, Part &part) : nodes(nodes), part(part) {}

    uint32_t *rows_of(int32_t spot) { return nodes.rows.data() + part.spots[spot].begin; }

    // Grow what Dozens has taken, or Handful.
    template <class Rows>
    void grow(Rows &held) {
        while (!held.waiting.empty()) {
            const auto node = held.waiting.back();
            held.waiting.pop_back();
            if constexpr (std::is_same_v<Rows, Dozens>)
                if (few.take(some, node)) {
                    grow(few);
                    continue;
                }
            const Place &place = nodes.place_of(part, node.spot);
            const Pick pick = held.search(node, place);
            if (nodes.idle(pick, place)) held.write_rows(node.rows, rows_of(node.spot));
            else split(node, pick);
        }
    }

    void split(const Dozens::Node &node, const Pick &pick) {
        const uint64_t sides[2] = {some.side, node.rows & ~some.side};
        const int64_t middle = part.spots[node.spot].begin + ones(some.side);
        bool going[2];
        const int32_t left = nodes.branch(part, node.spot, middle, going, [&](int b, double *stats) {
            return nodes.data.classes ? count_classes(sides[b], stats) : some.figures(sides[b], stats);
        });
        part.split(node.spot, pick, left);
        Dozens::Node branches[2];
        if (going[0] || going[1]) some.part(node, some.side, branches);
        for (int b = 1; b >= 0; --b) {
            branches[b].spot = left + b;
            if (going[b]) some.waiting.push_back(branches[b]);
            else some.write_rows(sides[b], rows_of(left + b));
        }
    }

    double count_classes(uint64_t rows, double *stats) {
        for (int k = 0; k < nodes.data.classes; ++k) stats[k] = ones(rows & some.of_class[k]);
        return 0;
    }

    void split(const Handful::Bunch &bunch, const Pick &pick) {
        const uint32_t one = static_cast<uint32_t>(pick.at), sides[2] = {one, bunch.rows & ~one};
        bool going[2];
        const int64_t middle = part.spots[bunch.spot].begin + __builtin_popcount(one);
        const int32_t left = nodes.branch(part, bunch.spot, middle, going, [&](int b, double *stats) {
            return few.figures(sides[b], stats);
        });
        part.split(bunch.spot, pick, left);
        for (uint32_t b = 2, at = bunch.end; b-- > 0;) {
            const int32_t spot = left + static_cast<int32_t>(b);
            if (!going[b]) {
                few.write_rows(sides[b], rows_of(spot));
            } else if (__builtin_popcount(sides[b]) == 2) {
                grow_pair(bunch, spot, sides[b]);
            } else {
                few.waiting.push_back(few.branch(bunch, spot, sides[b], at));
                at = few.waiting.back().end;
            }
        }
    }

    // A third of a full tree's nodes hold two rows: two leaves, unless they are one.
    void grow_pair(const Handful::Bunch &bunch, int32_t spot, uint32_t rows) {
        const Place &place = nodes.place_of(part, spot);
        const Pick pick = few.search_pair(bunch, rows, place);
        if (nodes.idle(pick, place)) return few.write_rows(rows, rows_of(spot));
        const int64_t begin = part.spots[spot].begin;
        const uint32_t first = static_cast<uint32_t>(pick.at);
        part.split(spot, pick, static_cast<int32_t>(part.spots.size()));
        add_leaf(begin, first);
        add_leaf(begin + 1, rows ^ first);
    }

    // A leaf of one row.
    void add_leaf(int64_t begin, uint32_t row) {
        const size_t number = static_cast<size_t>(__builtin_ctz(row));
        const double value = few.values[number], weight = few.weight(number), sum = weight * value;
        const int32_t spot = nodes.add_spot(part, begin, begin + 1, 0);
        double *const stats = nodes.stats_of(part, spot);
        stats[0] = weight, stats[1] = 0.0 + sum, stats[2] = sum * value;
        few.write_rows(row, rows_of(spot));
    }
};

static void grow_bottom(Nodes &nodes, Part &part) {
    nodes.control.check();
    Bottom(nodes, part).grow(part.dozens);
}
