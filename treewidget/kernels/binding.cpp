// With binding_growth.cpp the only file that knows Python. Arguments arrive as arrays of one type, contiguous; Python's
// lock is released while a kernel runs.
#include "binding.hpp"
#include "count.hpp"
#include "partition.hpp"
#include "rank.hpp"
#include "threads.hpp"
#include "variants.hpp"

using namespace treewidget;

namespace {

using treewidget::handed;

template <class T>
const T *pointer(Held &held, nb::object array, size_t rows) {
    if (array.is_none()) return nullptr;
    const auto values = nb::cast<In<T>>(array);
    if (values.shape(0) != rows) throw std::invalid_argument("an array of another length");
    held.kept.push_back(std::move(array));
    return values.data();
}

void make_frame(Held *self, size_t rows, const std::vector<nb::object> &columns,
                const std::vector<size_t> &sizes, nb::object classes, size_t kinds,
                nb::object values, nb::object weights) {
    Held &held = *new (self) Held();
    held.rows = rows;
    for (size_t at = 0; at < columns.size(); ++at)
        held.columns.push_back({pointer<int32_t>(held, columns[at], rows), sizes.at(at)});
    held.target = {pointer<int32_t>(held, std::move(classes), rows), kinds,
                   pointer<double>(held, std::move(values), rows),
                   pointer<double>(held, std::move(weights), rows)};
}

// ---------------------------------------------------------------- coding

using Any = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;

Kind kind_of(nb::dlpack::dtype type) {
    if (type == nb::dtype<double>()) return Kind::floats;
    if (type == nb::dtype<int64_t>()) return Kind::integers;
    if (type == nb::dtype<uint64_t>()) return Kind::naturals;
    throw nb::type_error("give float64, int64 or uint64");
}

Values values_of(const Any &data) {
    return {static_cast<const char *>(data.data()), data.stride(0) * 8, data.shape(0),
            kind_of(data.dtype()), nullptr};
}

template <class T>
nb::object handed(Keys keys) {
    auto *bits = reinterpret_cast<T *>(keys.bits.get());
    nb::capsule owner(bits, [](void *it) noexcept { std::free(it); });
    keys.bits.release();
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(bits, {keys.size}, owner));
}

// The distinct values, their ranks written to `codes`.
nb::object rank_of(Any data, std::optional<In<bool>> missing, Out<int32_t> codes,
                   Workshop &workshop) {
    Values values = values_of(data);
    if (codes.shape(0) != values.size || (missing && missing->shape(0) != values.size))
        throw std::invalid_argument("arrays of another length");
    if (missing) values.missing = reinterpret_cast<const uint8_t *>(missing->data());
    Keys keys;
    {
        nb::gil_scoped_release free;
        keys = rank(values, codes.data(), workshop);
    }
    if (values.kind == Kind::floats) return handed<double>(std::move(keys));
    if (values.kind == Kind::integers) return handed<int64_t>(std::move(keys));
    return handed<uint64_t>(std::move(keys));
}

// Whether there are NaNs, infinities and negative zeros.
nb::tuple look(Any data) {
    const Values values = values_of(data);
    if (values.kind != Kind::floats) throw nb::type_error("give float64");
    Look found;
    {
        nb::gil_scoped_release free;
        found = look_at(values);
    }
    return nb::make_tuple(found.missing, found.infinite, found.negative_zero);
}

// ---------------------------------------------------------------- counting and parting

auto total_of(const Held &frame, In<uint32_t> rows) {
    std::vector<double> stats(frame.target.width());
    {
        nb::gil_scoped_release free;
        total(frame.target, slice(rows), stats.data());
    }
    return handed(std::move(stats));
}

double scatter_of(const Held &frame, In<uint32_t> rows) {
    nb::gil_scoped_release free;
    return scatter(frame.target, slice(rows));
}

// Starts, codes, rows, statistics, missing rows and their statistics: engine.contract.Tables.
nb::tuple tables(const Held &frame, In<uint32_t> rows, const std::vector<size_t> &columns,
                 int threads) {
    std::vector<Lines> found(columns.size());
    std::vector<int64_t> starts(1), codes, counts, missing_rows;
    std::vector<double> stats, missing;
    {
        nb::gil_scoped_release free;
        parallel(columns.size(), threads, [&](size_t at) {
            found[at] = lines(frame.columns.at(columns[at]), frame.target, slice(rows));
        });
        for (const Lines &one : found) starts.push_back(starts.back() + one.codes.size());
        codes.reserve(starts.back());
        counts.reserve(starts.back());
        stats.reserve(starts.back() * frame.target.width());
        for (Lines &one : found) {
            codes.insert(codes.end(), one.codes.begin(), one.codes.end());
            counts.insert(counts.end(), one.rows.begin(), one.rows.end());
            stats.insert(stats.end(), one.stats.begin(), one.stats.end());
            missing_rows.push_back(one.missing_rows);
            missing.insert(missing.end(), one.missing.begin(), one.missing.end());
            one = Lines();
        }
    }
    return nb::make_tuple(handed(std::move(starts)), handed(std::move(codes)),
                          handed(std::move(counts)), handed(std::move(stats)),
                          handed(std::move(missing_rows)), handed(std::move(missing)));
}

size_t part(const Held &frame, size_t column, In<uint32_t> rows, int32_t cut, bool missing_low,
            Out<uint32_t> low, Out<uint32_t> high, int threads) {
    if (low.shape(0) < rows.shape(0) || high.shape(0) < rows.shape(0))
        throw std::invalid_argument("low and high need room for every row");
    nb::gil_scoped_release free;
    return part_by_cut(frame.columns.at(column).codes, slice(rows), cut, missing_low, low.data(),
                       high.data(), threads);
}

void part_by(const Held &frame, size_t column, In<uint32_t> rows, In<int32_t> branch_of,
             Out<uint32_t> out, Out<int64_t> ends) {
    const Column &parted = frame.columns.at(column);
    if (out.shape(0) < rows.shape(0) || branch_of.shape(0) != parted.size + 1)
        throw std::invalid_argument("out needs room for every row, branch_of a place for each code");
    nb::gil_scoped_release free;
    part_by_table(parted.codes, slice(rows), slice(branch_of), out.data(),
                  {ends.data(), ends.shape(0)});
}

size_t missing_rows(const Held &frame, size_t column, In<uint32_t> rows) {
    nb::gil_scoped_release free;
    return missing_among(frame.columns.at(column).codes, slice(rows));
}

// ---------------------------------------------------------------- what runs

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Variants *variant : variants()) names.push_back(variant->name);
    return names;
}

}  // namespace

NB_MODULE(_native, m) {
    m.attr("contract") = 4;  // treewidget/kernels/__init__.py asks for this number
    m.def("instruction_sets", &instruction_sets);
    m.def("instruction_set", [] { return std::string(active().name); });
    m.def("use", &use);

    nb::class_<Held>(m, "Frame").def("__init__", &make_frame, nb::arg("rows"), nb::arg("columns"), nb::arg("sizes"), nb::arg("classes").none(), nb::arg("kinds"), nb::arg("values").none(), nb::arg("weights").none());
    m.def("rank", &rank_of, nb::arg("data"), nb::arg("missing").none(), nb::arg("codes"), nb::arg("workshop"));
    nb::class_<Workshop>(m, "Workshop").def(nb::init<>()).def("stop", [](Workshop &w) {
        w.stopped = true;
    });
    m.def("look", &look);
    m.def("total", &total_of);
    m.def("scatter", &scatter_of);
    m.def("tables", &tables);
    m.def("part", &part);
    m.def("part_by", &part_by);
    m.def("missing_rows", &missing_rows);
    bind_growth(m);
}
