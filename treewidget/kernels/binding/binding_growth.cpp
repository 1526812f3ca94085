// Python's side of growing: growths in one call, and looks at a node.
#include <nanobind/stl/unique_ptr.h>

#include "binding/binding.hpp"
#include "growth/growth.hpp"
#include "threads.hpp"
#include "variants/variants.hpp"

namespace treewidget {

namespace {

void prepare(Held &frame, const Task &task, const Control &control) {
    if (task.by_medians()) return;  // of which bins tell nothing
    std::lock_guard<std::mutex> lock(frame.making);
    make_bins(frame, task.threads, control);
}

nb::dict grow(Held &frame, In<uint32_t> rows, const std::vector<int64_t> &borders,
              const std::vector<int> &levels, const Task &task, Control &control) {
    if (borders.empty() || levels.size() + 1 != borders.size())
        throw std::invalid_argument("borders and levels do not go together");
    Grown grown;
    {
        nb::gil_scoped_release free;
        prepare(frame, task, control);
        grown = active().grow(frame, task, control, {rows.data(), rows.data() + rows.shape(0)}, borders, levels);
    }
    nb::dict lines;
    const auto give = [&](const char *name, auto &values) { lines[name] = handed(std::move(values)); };
    give("starts", grown.starts), give("begin", grown.begin), give("end", grown.end);
    give("rows", grown.rows), give("column", grown.column), give("missing", grown.missing);
    give("low", grown.low), give("high", grown.high), give("other", grown.other);
    give("group", grown.group), give("levels", grown.levels);
    give("gain", grown.gain), give("stats", grown.stats), give("scatter", grown.scatter);
    return lines;
}

std::unique_ptr<Inspection> inspect(Held &frame, In<uint32_t> rows, const Task &task) {
    nb::gil_scoped_release free;
    prepare(frame, task, Control());
    return active().inspect(frame, task, slice(rows));
}

// Of each split: column, gain, low, high, missing, statistics of branch 0.
template <class Find>
nb::list lines_of(const Find &find) {
    std::vector<Pick> picks;
    {
        nb::gil_scoped_release free;
        picks = find();
    }
    nb::list lines;
    for (Pick &pick : picks)
        lines.append(nb::make_tuple(pick.column, pick.gain, pick.low, pick.high, pick.missing,
                                    handed(std::move(pick.first))));
    return lines;
}

nb::tuple outline(Inspection &look, int column) {
    Outline made = look.outline(column);
    return nb::make_tuple(made.missing_rows, handed(std::move(made.codes)), handed(std::move(made.rows)),
                          handed(std::move(made.edge)), handed(std::move(made.bound)));
}

// The numbers of a column: an array of them, or what treewidget/data/keys.py has instead.
Numbers numbers_of(nb::handle given, const Column &column) {
    using Packing = std::tuple<int, In<uint64_t>, In<uint32_t>, In<uint64_t>>;
    Numbers numbers;
    if (given.is_none()) return numbers;
    if (!nb::isinstance<nb::tuple>(given)) {
        const auto values = nb::cast<In<double>>(given);
        if (values.shape(0) != static_cast<size_t>(column.keys)) throw std::invalid_argument("an array of another length");
        numbers.held = Numbers::Held::singly, numbers.values = values.data();
    } else if (nb::len(given) == std::tuple_size_v<Packing>) {
        const auto [zeros, bases, starts, words] = nb::cast<Packing>(given);
        numbers.held = Numbers::Held::packed, numbers.zeros = zeros;
        numbers.bases = bases.data(), numbers.starts = starts.data(), numbers.words = words.data();
    } else {
        const auto places = nb::cast<std::tuple<uint64_t, uint64_t, int, int32_t, int32_t, int32_t>>(given);
        numbers.held = Numbers::Held::on_grid;
        numbers.grid = std::apply([](auto... parts) { return Grid{parts...}; }, places);
    }
    return numbers;
}

// Of each column of each set of rows, one set after the other: cuts tried, the codes on either side of the best, the
// statistics below, above, and of missing rows. `borders` are the ends of the sets, and 0 before. Of each is given how
// many rows a cut leaves on either side, and of what weight; of a column its numbers, where some may be too near.
nb::tuple thresholds(const Held &frame, In<uint32_t> rows, In<int64_t> borders,
                     const std::vector<std::pair<size_t, nb::object>> &columns, In<int64_t> least, In<double> weight,
                     int criterion, double tolerance, double resolution, int threads) {
    if (!frame.classes) throw std::invalid_argument("a target without classes");
    const Slice<const int64_t> ends = slice(borders);
    if (!ends.size || ends[0] || !std::is_sorted(ends.begin(), ends.end()) ||
        ends[ends.size - 1] != static_cast<int64_t>(rows.shape(0)))
        throw std::invalid_argument("borders of other rows");
    const size_t all = (ends.size - 1) * columns.size();
    if (least.shape(0) != all || weight.shape(0) != all) throw std::invalid_argument("limits of other searches");
    std::vector<ThresholdTask> tasks;
    for (const auto &[column, numbers] : columns)
        tasks.push_back({static_cast<Criterion>(criterion), 0, 0, tolerance, numbers.is_none() ? 0 : resolution,
                         numbers_of(numbers, frame.columns.at(column))});
    const size_t classes = static_cast<size_t>(frame.classes);
    std::vector<int64_t> tried(all);
    std::vector<int32_t> low(all), high(all);
    std::vector<double> stats(all * 3 * classes);
    {
        nb::gil_scoped_release free;
        parallel(all, threads, [&](size_t at) {
            const size_t set = at / columns.size(), column = at % columns.size();
            ThresholdTask task = tasks[column];
            task.least = least.data()[at], task.weight = weight.data()[at];
            const Slice<const uint32_t> held{rows.data() + ends[set], static_cast<size_t>(ends[set + 1] - ends[set])};
            const Threshold found =
                active().threshold(frame, columns[column].first, task, held, stats.data() + at * 3 * classes);
            tried[at] = found.tried, low[at] = found.low, high[at] = found.high;
        });
    }
    return nb::make_tuple(handed(std::move(tried)), handed(std::move(low)), handed(std::move(high)),
                          handed(std::move(stats)));
}

}  // namespace

void bind_growth(nb::module_ &m) {
    m.def("grow", &grow);
    m.def("inspect", &inspect, nb::keep_alive<0, 1>());
    m.def("thresholds", &thresholds);
    nb::class_<Inspection>(m, "Inspection")
        .def("best", [](Inspection &look) { return lines_of([&] { return look.best(); }); })
        .def("every", [](Inspection &look, const std::vector<int> &columns) {
            return lines_of([&] { return look.every(columns); });
        })
        .def("outline", &outline)
        .def("inside", [](Inspection &look, int column, const std::vector<int> &bins) {
            return handed(look.inside(column, bins));
        })
        .def("around", [](Inspection &look, int column, int32_t edge) {
            const auto [low, high] = look.around(column, edge);
            return nb::make_tuple(low, high);
        });
    nb::class_<Control>(m, "Control")
        .def(nb::init<>())
        .def("stop", [](Control &control) { control.stop = 1; })
        .def_prop_ro("share", [](const Control &control) { return control.share.load(); });
    nb::class_<Task>(m, "Task")
        .def(nb::init<>())
        .def_prop_rw("criterion", [](const Task &t) { return static_cast<int>(t.criterion); },
                     [](Task &t, int which) { t.criterion = static_cast<Criterion>(which); })
        .def_rw("split_rows", &Task::split_rows)
        .def_rw("leaf_rows", &Task::leaf_rows)
        .def_rw("leaf_weight", &Task::leaf_weight)
        .def_rw("min_decrease", &Task::min_decrease)
        .def_rw("root_weight", &Task::root_weight)
        .def_rw("zero_gain", &Task::zero_gain)
        .def_rw("max_leaves", &Task::max_leaves)
        .def_rw("threads", &Task::threads)
        .def_rw("sorted_rows", &Task::sorted_rows)
        .def_rw("sifted_rows", &Task::sifted_rows);
}

}  // namespace treewidget
