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

    std::vector<std::pair<int32_t, double>> curve(int column) override {
        std::vector<std::pair<int32_t, double>> points;
        const Coarse &coarse = binned->coarse[column];
        for (int b = 0; data.columns[column].ordered && b <= coarse.last; ++b)
            if (coarse.edge[0][b] != NONE)
                points.emplace_back(data.columns[column].first[b + 1] - 1, coarse.edge[0][b]);
        return points;
    }

    std::pair<int32_t, int32_t> around(int column, int32_t edge) override {
        Pick pick;
        pick.column = column, pick.at = edge;
        binned->place_cut(pick, 0, rows.size);
        return {pick.low, pick.high};
    }
};

static std::unique_ptr<Inspection> inspect(const Data &data, const Task &task, Slice<const uint32_t> rows) {
    return std::make_unique<Looker>(data, task, rows);
}
