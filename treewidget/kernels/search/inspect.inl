// One look at a node, for whoever chooses a split by hand.

struct Looker : Inspection {
    const Data &data;
    const Task task;
    Control control;
    std::vector<uint32_t> sorted;
    Slice<const uint32_t> rows;
    Place place;
    std::unique_ptr<Binned> binned;
    std::vector<Pick> picks;

    Looker(const Data &data, const Task &asked, Slice<const uint32_t> given)
        : data(data), task(asked), rows{data.order.data(), data.rows} {
        if (given.size != data.rows) {
            sorted.assign(given.begin(), given.end());
            sort_by_class(data, sorted.data(), sorted.size());
            rows = {sorted.data(), sorted.size()};
        }
        std::vector<double> stats(static_cast<size_t>(data.stats()));
        const double scatter = figures_by_class(data, rows, stats.data());
        make_place(place, data, task, static_cast<int64_t>(rows.size), stats.data(), scatter);
        binned = std::make_unique<Binned>(data, task, control, rows, false);
        const auto histogram = binned->histogram_of(0, rows.size);
        binned->judge(0, rows.size, *histogram, place);
    }

    std::vector<Pick> best() override {
        picks.assign(data.columns.size(), Pick());
        binned->search_ordered(0, rows.size, place, NONE, picks);
        picks = {chosen(picks, place)};
        return placed();
    }

    std::vector<Pick> every(const std::vector<int> &columns) override {
        picks.assign(data.columns.size(), Pick());
        binned->over_columns(rows.size, [&](size_t c) {
            if (std::find(columns.begin(), columns.end(), static_cast<int>(c)) != columns.end())
                picks[c] = binned->search_column(c, 0, rows.size, place, NONE);
        });
        return placed();
    }

    std::vector<Pick> placed() {
        std::vector<Pick> found;
        for (Pick &pick : picks) {
            if (pick.column < 0) continue;
            binned->place_cut(pick, 0, rows.size);
            binned->sum_first(pick, 0, rows.size, place);
            found.push_back(std::move(pick));
        }
        return found;
    }

    Outline outline(int column) override {
        const Column &asked = data.columns.at(static_cast<size_t>(column));
        const Coarse &coarse = binned->coarse[column];
        Outline made;
        made.missing_rows = coarse.missing_rows;
        for (int b = 0; asked.ordered && b <= coarse.last; ++b) {
            made.codes.push_back(asked.first[b + 1] - 1), made.rows.push_back(coarse.rows_before(b + 1));
            made.edge.push_back(coarse.edge[0][b]), made.bound.push_back(coarse.bound[0][b]);
        }
        return made;
    }

    std::vector<double> inside(int column, const std::vector<int> &bins) override {
        const size_t c = static_cast<size_t>(column);
        for (const int b : bins)
            if (b < 0 || b > binned->coarse.at(c).last) throw std::out_of_range("no such bin");
        Binned::Opened opened(*binned, c, 0, rows.size, bins, 1);
        std::vector<double> gains;
        for (const int b : bins) {
            Ways found;
            opened.walk(found, false, b, place);
            gains.push_back(found.best());
        }
        return gains;
    }

    std::pair<int32_t, int32_t> around(int column, int32_t edge) override {
        Pick pick;
        pick.column = column, pick.at = edge;
        binned->place_cut(pick, 0, rows.size);
        return {pick.low, pick.high};
    }
};

// The same by absolute errors, of which bins tell nothing: there are no outlines.
struct MedianLooker : Inspection {
    const Data &data;
    const Task task;
    Control control;
    const std::vector<uint32_t> held;
    const Slice<const uint32_t> rows{held.data(), held.size()};
    Far far;
    Place place;

    MedianLooker(const Data &data, const Task &asked, Slice<const uint32_t> given)
        : data(data), task(asked), held(given.begin(), given.end()),
          far(data, task, control, held, {0, static_cast<int64_t>(given.size)}) {
        std::vector<double> stats(static_cast<size_t>(data.stats()));
        const double scatter = figures(data, rows, stats.data());
        make_place(place, data, task, static_cast<int64_t>(rows.size), stats.data(), scatter);
        place.impurity = far.order_targets(0, rows.size);
    }

    std::vector<Pick> best() override {
        const Pick pick = chosen(every(far.every), place);
        return pick.column < 0 ? std::vector<Pick>{} : std::vector<Pick>{pick};
    }

    std::vector<Pick> every(const std::vector<int> &columns) override {
        std::vector<Pick> picks = far.search(rows, place, columns, [](size_t) {}), found;
        for (Pick &pick : picks) {
            if (pick.column < 0 || !data.columns[static_cast<size_t>(pick.column)].ordered) continue;
            sum_first(pick);
            found.push_back(std::move(pick));
        }
        return found;
    }

    void sum_first(Pick &pick) const {
        const Codes &codes = data.columns[static_cast<size_t>(pick.column)].codes;
        pick.first.assign(static_cast<size_t>(data.searched()), 0.0);
        for (const uint32_t row : rows)
            if (codes[row] < 0 ? !pick.missing : codes[row] <= pick.at) data.add(pick.first.data(), row, false);
    }

    Outline outline(int) override { return {}; }
    std::vector<double> inside(int, const std::vector<int> &bins) override { return std::vector<double>(bins.size(), NONE); }
    std::pair<int32_t, int32_t> around(int, int32_t) override { return {-1, -1}; }
};

static std::unique_ptr<Inspection> inspect(const Data &data, const Task &task, Slice<const uint32_t> rows) {
    if (task.by_medians()) return std::make_unique<MedianLooker>(data, task, rows);
    return std::make_unique<Looker>(data, task, rows);
}
