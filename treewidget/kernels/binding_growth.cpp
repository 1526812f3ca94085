// Python's side of growing: a data set to grow over, and growths in one call.
#include "binding.hpp"
#include "growth.hpp"
#include "threads.hpp"
#include "variants.hpp"

namespace treewidget {

namespace {

struct Ground {
    Data data;
    std::mutex making;
};

void make_ground(Ground *self, const Held &frame, const std::vector<bool> &ordered) {
    Data &data = (new (self) Ground())->data;
    data.rows = frame.rows;
    data.classes = static_cast<int>(frame.target.kinds);
    data.labels = frame.target.classes, data.values = frame.target.values;
    data.weights = frame.target.weights;
    for (size_t c = 0; c < frame.columns.size(); ++c) {
        Field field;
        field.codes = frame.columns[c].codes, field.keys = static_cast<int32_t>(frame.columns[c].size);
        field.ordered = ordered.at(c);
        data.columns.push_back(std::move(field));
    }
}

nb::dict grow(Ground &ground, In<uint32_t> rows, const std::vector<int64_t> &borders,
              const std::vector<int> &levels, const Task &task, Control &control) {
    if (borders.empty() || levels.size() + 1 != borders.size())
        throw std::invalid_argument("borders and levels do not go together");
    auto *held = new Buffer<uint32_t>(rows.shape(0));
    nb::capsule owner(held, [](void *it) noexcept { delete static_cast<Buffer<uint32_t> *>(it); });
    Grown grown;
    {
        nb::gil_scoped_release free;
        std::copy_n(rows.data(), rows.shape(0), held->data());
        {
            std::lock_guard<std::mutex> lock(ground.making);
            make_bins(ground.data, task.threads, control);
        }
        active().grow(ground.data, task, control, *held, borders, levels, grown);
    }
    nb::dict lines;
    lines["starts"] = handed(std::move(grown.starts));
    lines["column"] = handed(std::move(grown.column));
    lines["low"] = handed(std::move(grown.low));
    lines["high"] = handed(std::move(grown.high));
    lines["missing"] = handed(std::move(grown.missing));
    lines["left"] = handed(std::move(grown.left));
    lines["right"] = handed(std::move(grown.right));
    lines["group"] = handed(std::move(grown.group));
    lines["levels"] = handed(std::move(grown.levels));
    lines["gain"] = handed(std::move(grown.gain));
    lines["stats"] = handed(std::move(grown.stats));
    lines["scatter"] = handed(std::move(grown.scatter));
    lines["begin"] = handed(std::move(grown.begin));
    lines["end"] = handed(std::move(grown.end));
    lines["rows"] = nb::ndarray<nb::numpy, uint32_t, nb::ndim<1>>(held->data(), {held->size}, owner);
    return lines;
}

// A look, and the task it looks by.
struct Looked {
    std::unique_ptr<Inspection> inspection;
};

// column, gain, low, high, missing, statistics of branch 0
nb::tuple line_of(Pick pick) {
    return nb::make_tuple(pick.column, pick.gain, pick.known ? -1 : pick.low, pick.known ? -1 : pick.high,
                          pick.missing, handed(std::move(pick.first)));
}

Looked *inspect(Ground &ground, In<uint32_t> rows, const Task &task) {
    nb::gil_scoped_release free;
    {
        std::lock_guard<std::mutex> lock(ground.making);
        make_bins(ground.data, task.threads, Control());
    }
    return new Looked{active().inspect(ground.data, task, rows.data(), rows.shape(0))};
}

nb::object best(Looked &look) {
    Pick pick;
    {
        nb::gil_scoped_release free;
        pick = look.inspection->best();
    }
    return pick.column < 0 ? nb::none() : nb::object(line_of(std::move(pick)));
}

nb::list every(Looked &look, const std::vector<int> &columns) {
    std::vector<Pick> picks;
    {
        nb::gil_scoped_release free;
        picks = look.inspection->every(columns);
    }
    nb::list lines;
    for (Pick &pick : picks)
        if (pick.column >= 0) lines.append(line_of(std::move(pick)));
    return lines;
}

nb::tuple curve(Looked &look, int column) {
    std::vector<int64_t> codes;
    std::vector<double> gains;
    for (const auto &[code, gain] : look.inspection->curve(column))
        codes.push_back(code), gains.push_back(gain);
    return nb::make_tuple(handed(std::move(codes)), handed(std::move(gains)));
}

}  // namespace

void bind_growth(nb::module_ &m) {
    nb::class_<Ground>(m, "Ground")
        .def("__init__", &make_ground, nb::keep_alive<1, 2>(), nb::arg("frame"), nb::arg("ordered"))
        .def("inspect", &inspect, nb::keep_alive<0, 1>(), nb::arg("rows"), nb::arg("task"))
        .def("grow", &grow, nb::arg("rows"), nb::arg("borders"), nb::arg("levels"), nb::arg("task"), nb::arg("control"));
    nb::class_<Looked>(m, "Inspection")
        .def("best", &best)
        .def("every", &every)
        .def("curve", &curve);
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
        .def_rw("sorted_rows", &Task::sorted_rows);
}

}  // namespace treewidget
