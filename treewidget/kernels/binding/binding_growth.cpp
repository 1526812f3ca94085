// Python's side of growing: growths in one call, and looks at a node.
#include <nanobind/stl/unique_ptr.h>

#include "binding/binding.hpp"
#include "growth/growth.hpp"
#include "threads.hpp"
#include "variants/variants.hpp"

namespace treewidget {

namespace {

void prepare(Held &frame, const Task &task, const Control &control) {
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

nb::tuple curve(Inspection &look, int column) {
    std::vector<int64_t> codes;
    std::vector<double> gains;
    for (const auto &[code, gain] : look.curve(column)) codes.push_back(code), gains.push_back(gain);
    return nb::make_tuple(handed(std::move(codes)), handed(std::move(gains)));
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

// Of each column: cuts tried, the codes on either side of the best, the statistics below, above, and of missing
// rows. Of each is given how many rows a cut leaves on either side, of what weight, and its numbers where some may be
// too near.
nb::list thresholds(const Held &frame, In<uint32_t> rows,
                    const std::vector<std::tuple<size_t, int64_t, double, nb::object>> &columns, int criterion,
                    double tolerance, double resolution, int threads) {
    if (!frame.classes) throw std::invalid_argument("a target without classes");
    std::vector<ThresholdTask> tasks;
    for (const auto &[column, least, weight, numbers] : columns)
        tasks.push_back({static_cast<Criterion>(criterion), least, weight, tolerance, numbers.is_none() ? 0 : resolution,
                         numbers_of(numbers, frame.columns.at(column))});
    std::vector<Threshold> found(columns.size());
    {
        nb::gil_scoped_release free;
        parallel(columns.size(), threads, [&](size_t at) {
            found[at] = active().threshold(frame, std::get<0>(columns[at]), tasks[at], slice(rows));
        });
    }
    nb::list lines;
    for (Threshold &one : found)
        lines.append(nb::make_tuple(one.tried, one.low, one.high, handed(std::move(one.below)),
                                    handed(std::move(one.above)), handed(std::move(one.missing))));
    return lines;
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
        .def("curve", &curve)
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
