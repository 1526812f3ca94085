// One look at a node, for whoever chooses a split by hand.

struct Looker : Inspection {
    const Data &data;
    const Task task;
    Control control;
    Buffer<uint32_t> rows;
    std::vector<double> stats;
    Place place;
    std::unique_ptr<Binned> binned;
    std::unique_ptr<Chunk> chunk;
    std::shared_ptr<Histogram> histogram;

    Looker(const Data &data, const Task &asked, const uint32_t *from, size_t size)
        : data(data), task(asked), rows(size), stats(static_cast<size_t>(data.stats())) {
        std::copy_n(from, size, rows.data());
        const double scatter = sort_by_class(data, rows.data(), size, stats.data());
        place = make_place(data, task, static_cast<int64_t>(size), stats.data(), scatter);
        const size_t most = task.sorted_rows ? static_cast<size_t>(task.sorted_rows) : SORTED_SHALLOW;
        if (size <= std::min(most, MOST_SORTED))
            chunk = std::make_unique<Chunk>(data, task, rows.data(), size);
        else binned = std::make_unique<Binned>(data, task, control, rows, false);
    }

    Pick best() override {
        if (!chunk) return finished(binned->search_columns(0, rows.size, histogram, place, nullptr, true));
        std::vector<Pick> picks = every(all());
        const Pick *first = chosen(picks, place);
        return first ? *first : Pick();
    }

    std::vector<int> all() const {
        std::vector<int> columns(data.columns.size());
        for (size_t c = 0; c < columns.size(); ++c) columns[c] = static_cast<int>(c);
        return columns;
    }

    Pick finished(const std::vector<Pick> &picks) {
        const Pick *first = chosen(picks, place);
        if (!first) return {};
        Pick pick = *first;
        binned->place_cut(pick, 0, rows.size, place);
        return pick;
    }

    std::vector<Pick> every(const std::vector<int> &columns) override {
        std::vector<Pick> picks;
        if (chunk) {
            for (int column : columns)
                if (data.columns[column].ordered) picks.push_back(chunk->inspect(column, place));
            return picks;
        }
        std::vector<char> only(data.columns.size(), 0);
        for (int column : columns) only[column] = 1;
        for (Pick &pick : binned->search_columns(0, rows.size, histogram, place, &only, true)) {
            if (pick.column < 0) continue;
            binned->place_cut(pick, 0, rows.size, place);
            picks.push_back(std::move(pick));
        }
        return picks;
    }

    std::vector<std::pair<int32_t, double>> curve(int column) override {
        std::vector<std::pair<int32_t, double>> points;
        const Field &field = data.columns[column];
        if (chunk || !field.ordered) return points;
        if (!histogram) binned->search_columns(0, rows.size, histogram, place, nullptr, true);
        const Coarse &coarse = binned->coarse[column];
        for (int b = 0; b <= coarse.last; ++b)
            if (coarse.edge[0][b] != NONE) points.emplace_back(field.first[b + 1] - 1, coarse.edge[0][b]);
        return points;
    }
};

static std::unique_ptr<Inspection> inspect(const Data &data, const Task &task, const uint32_t *rows,
                                           size_t size) {
    return std::make_unique<Looker>(data, task, rows, size);
}
