// With binding_growth.cpp the only file that knows Python. Arguments arrive as arrays of one type,
// contiguous; Python's lock is released while a kernel runs.
#include "binding/binding.hpp"
#include "coding/pack.hpp"
#include "coding/rank.hpp"
#include "coding/space.hpp"
#include "counting/count.hpp"
#include "counting/descend.hpp"
#include "counting/follow.hpp"
#include "counting/middles.hpp"
#include "search/grouping.hpp"
#include "threads.hpp"
#include "variants/variants.hpp"

using namespace treewidget;

namespace {

template <class T>
const T *pointer(Held &held, nb::object array) {
    if (array.is_none()) return nullptr;
    const auto values = nb::cast<In<T>>(array);
    if (values.shape(0) != held.rows) throw std::invalid_argument("an array of another length");
    held.kept.push_back(std::move(array));
    return values.data();
}

// Codes of so many bytes each, see codes.hpp.
Codes codes_of(Held &held, nb::object array, uint32_t width) {
    if (width == 4) return Codes(pointer<int32_t>(held, std::move(array)));
    const auto bytes = nb::cast<In<uint8_t>>(array);
    if (!Codes::fit(bytes.shape(0), held.rows, width) || bytes.shape(0) > INT32_MAX)
        throw std::invalid_argument("codes of another length");
    held.kept.push_back(std::move(array));
    return Codes(bytes.data(), width);
}

void make_frame(Held *self, size_t rows, const std::vector<nb::object> &columns,
                const std::vector<uint32_t> &widths, const std::vector<int32_t> &sizes, const std::vector<bool> &ordered,
                nb::object classes, int kinds, nb::object values, nb::object weights) {
    Held &held = *new (self) Held();
    held.rows = rows;
    for (size_t at = 0; at < columns.size(); ++at) {
        held.columns.emplace_back();
        held.columns[at].codes = codes_of(held, columns[at], widths.at(at));
        held.columns[at].keys = sizes.at(at), held.columns[at].ordered = ordered.at(at);
    }
    static_cast<Target &>(held) = {kinds, pointer<int32_t>(held, std::move(classes)),
                                   pointer<double>(held, std::move(values)),
                                   pointer<double>(held, std::move(weights))};
    held.own_factors = factors_of(held, rows);
    if (!held.own_factors.empty()) held.factors = held.own_factors.data();
}

// ---------------------------------------------------------------- coding

using Any = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;

Values values_of(const Any &data) {
    const auto type = data.dtype();
    const bool known = type == nb::dtype<double>() || type == nb::dtype<int64_t>();
    if (!known && type != nb::dtype<uint64_t>()) throw nb::type_error("give float64, int64 or uint64");
    const Kind kind = !known ? Kind::naturals : type == nb::dtype<double>() ? Kind::floats : Kind::integers;
    return {static_cast<const char *>(data.data()), data.stride(0) * 8, data.shape(0), kind, nullptr};
}

// A column's values, and room for as many codes.
Values coded_values(const Any &data, const std::optional<In<bool>> &missing, const Out<int32_t> &codes) {
    Values values = values_of(data);
    if (codes.shape(0) != values.size || (missing && missing->shape(0) != values.size))
        throw std::invalid_argument("arrays of another length");
    if (missing) values.missing = reinterpret_cast<const uint8_t *>(missing->data());
    return values;
}

// The grid of the values, for data/spacing.py, or None; their places on it are written to `codes`.
nb::object space_of(Any data, std::optional<In<bool>> missing, Out<int32_t> codes) {
    const Values values = coded_values(data, missing, codes);
    std::optional<Grid> grid;
    {
        nb::gil_scoped_release free;
        grid = space(values, codes.data());
    }
    if (!grid) return nb::none();
    return nb::make_tuple(grid->low, grid->above, grid->zeros, grid->negatives, grid->zero, grid->positives);
}

// The bits of the distinct values; their ranks are written to `codes`. From `least` on they are
// packed: how many, zeros, bases, starts and words, for data/packing.py.
nb::object rank_of(Any data, std::optional<In<bool>> missing, Out<int32_t> codes, Workshop &workshop,
                   size_t least) {
    const Values values = coded_values(data, missing, codes);
    size_t size = 0;
    Packed packed;
    std::vector<uint64_t> bits;
    {
        nb::gil_scoped_release free;
        const Slice<uint64_t> keys = rank(values, codes.data(), workshop);
        size = keys.size;
        if (size >= least)
            packed = pack(keys);
        else
            for (const uint64_t key : keys) bits.push_back(value_bits(key, values.kind));
    }
    if (size < least) return handed(std::move(bits));
    return nb::make_tuple(size, packed.zeros, handed(std::move(packed.bases)),
                          handed(std::move(packed.starts)), handed(std::move(packed.words)));
}

// Codes in fewer bytes, for data/narrow.py.
void narrow_codes(In<int32_t> codes, uint32_t width, Out<uint8_t> bytes) {
    if (!Codes::fit(bytes.shape(0), codes.shape(0), width))
        throw std::invalid_argument("codes of another length");
    nb::gil_scoped_release free;
    narrow(slice(codes), width, bytes.data());
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

// The statistics of some rows, and their scatter.
nb::tuple figures_of(const Held &frame, In<uint32_t> rows) {
    std::vector<double> stats(static_cast<size_t>(frame.stats()));
    double scatter = 0;
    {
        nb::gil_scoped_release free;
        scatter = figures(frame, slice(rows), stats.data());
    }
    return nb::make_tuple(handed(std::move(stats)), scatter);
}

// Starts, codes, rows, statistics, missing rows and their statistics: engine.contract.Tables.
nb::tuple tables(const Held &frame, In<uint32_t> rows, const std::vector<size_t> &columns, int threads) {
    std::vector<Lines> found(columns.size());
    std::vector<int64_t> starts(1), missing_rows;
    Lines all;
    {
        nb::gil_scoped_release free;
        parallel(columns.size(), threads, [&](size_t at) {
            found[at] = lines(frame.columns.at(columns[at]), frame, slice(rows));
        });
        for (const Lines &one : found) {
            starts.push_back(starts.back() + one.codes.size());
            missing_rows.push_back(one.missing_rows);
        }
        if (found.size() == 1) {
            all = std::move(found[0]);  // one of a large node is not copied
        } else {
            const auto add = [](auto &to, const auto &from) { to.insert(to.end(), from.begin(), from.end()); };
            all.codes.reserve(starts.back()), all.rows.reserve(starts.back());
            all.stats.reserve(starts.back() * frame.stats());
            for (Lines &one : found) {
                add(all.codes, one.codes), add(all.rows, one.rows);
                add(all.stats, one.stats), add(all.missing, one.missing);
                one = Lines();
            }
        }
    }
    return nb::make_tuple(handed(std::move(starts)), handed(std::move(all.codes)),
                          handed(std::move(all.rows)), handed(std::move(all.stats)),
                          handed(std::move(missing_rows)), handed(std::move(all.missing)));
}

// Part rows by a cut, in as many pieces as `lows`, which lie at their rows' places in `low` and
// `high`; `lows` are how many of each went low.
void part(const Held &frame, size_t column, In<uint32_t> rows, int32_t cut, bool missing_low,
          Out<uint32_t> low, Out<uint32_t> high, Out<int64_t> lows) {
    const size_t size = rows.shape(0), pieces = lows.shape(0);
    if (low.shape(0) < size || high.shape(0) < size)
        throw std::invalid_argument("low and high need room for every row");
    const Codes &codes = frame.columns.at(column).codes;
    nb::gil_scoped_release free;
    parallel(pieces, static_cast<int>(pieces), [&](size_t piece) {
        const size_t from = size * piece / pieces, to = size * (piece + 1) / pieces;
        lows.data()[piece] = static_cast<int64_t>(active().part(
            codes, slice(rows).part(from, to), cut, missing_low, low.data() + from, high.data() + from));
    });
}

// The median of each of some sets of rows, and the mean absolute error about it.
nb::tuple middles(In<double> values, std::optional<In<double>> weights, In<uint32_t> rows, In<int64_t> begin,
                  In<int64_t> end, int threads) {
    const auto within = [](auto number, size_t most) { return number >= 0 && static_cast<size_t>(number) <= most; };
    if (begin.shape(0) != end.shape(0) || (weights && weights->shape(0) != values.shape(0)))
        throw std::invalid_argument("arrays of another length");
    std::vector<double> medians(begin.shape(0)), errors(begin.shape(0));
    {
        nb::gil_scoped_release free;
        for (size_t i = 0; i < begin.shape(0); ++i)
            if (begin.data()[i] > end.data()[i] || !within(begin.data()[i], rows.shape(0)) || !within(end.data()[i], rows.shape(0)))
                throw std::out_of_range("no such rows");
        for (const uint32_t row : slice(rows))
            if (row >= values.shape(0)) throw std::out_of_range("no such row");
        const Middles sets{values.data(), weights ? weights->data() : nullptr, slice(rows), slice(begin), slice(end)};
        sets.find(threads, medians.data(), errors.data());
    }
    return nb::make_tuple(handed(std::move(medians)), handed(std::move(errors)));
}

// Where other rows come to by the splits of a growth, and their statistics there; `rows` is put in
// the order of the nodes.
nb::tuple descend_by(const Held &frame, In<int32_t> column, In<int32_t> cut, In<uint8_t> missing,
                     In<int32_t> other, In<int64_t> ends, In<int32_t> levels, In<int64_t> starts,
                     const std::vector<int64_t> &borders, Out<uint32_t> rows) {
    const size_t lines = column.shape(0);
    if (cut.shape(0) != lines || missing.shape(0) != lines || other.shape(0) != lines ||
        ends.shape(0) != 2 * lines + 1)
        throw std::invalid_argument("arrays of another length");
    Descent done;
    {
        nb::gil_scoped_release free;
        const Forks forks{slice(column), slice(cut), slice(missing), slice(other), slice(ends), slice(levels)};
        done = descend(frame, forks, slice(starts), borders, {rows.data(), rows.shape(0)});
    }
    return nb::make_tuple(handed(std::move(done.begin)), handed(std::move(done.end)),
                          handed(std::move(done.stats)), handed(std::move(done.scatter)));
}

// Values, which of them are missing, and in how many bytes codes are held (see codes.hpp).
using Given = std::tuple<std::optional<Any>, std::optional<In<bool>>, uint32_t>;

// How many records they are of; narrow codes are bytes.
size_t records_of(const Any &data, uint32_t width) {
    if (data.dtype() != nb::dtype<uint8_t>()) return data.shape(0);
    const size_t records = width ? (data.shape(0) - std::min<size_t>(data.shape(0), 4 - width)) / width : 0;
    if (!Codes::fit(data.shape(0), records, width) || data.stride(0) != 1) throw std::invalid_argument("no narrow codes");
    return records;
}

Field field_of(const Given &given) {
    Field field;
    const auto &[data, missing, width] = given;
    if (!data) return field;
    if (missing && missing->shape(0) != records_of(*data, width)) throw std::invalid_argument("arrays of another length");
    const auto type = data->dtype();
    if (type == nb::dtype<double>()) field.holds = Field::Holds::doubles;
    else if (type == nb::dtype<int64_t>()) field.holds = Field::Holds::integers;
    else if (type == nb::dtype<int32_t>() || type == nb::dtype<uint8_t>()) field.holds = Field::Holds::codes;
    else throw nb::type_error("give float64, int64, int32 or narrow codes");
    field.data = static_cast<const char *>(data->data());
    field.stride = data->stride(0) * static_cast<std::ptrdiff_t>(type.bits / 8);
    if (type == nb::dtype<uint8_t>()) {
        const Codes codes(nullptr, width);
        field.stride = width, field.shift = codes.shift, field.more = codes.more;
    }
    if (missing) field.missing = reinterpret_cast<const uint8_t *>(missing->data());
    return field;
}

// Move records on from the lines they are `at`.
void follow_by(const std::vector<Given> &given, In<int32_t> column, In<int32_t> other, In<uint8_t> missing,
               In<uint64_t> highest, In<int64_t> records, Out<int32_t> at, int threads) {
    const size_t lines = column.shape(0);
    if (other.shape(0) != lines || missing.shape(0) != lines || highest.shape(0) != lines ||
        at.shape(0) != records.shape(0))
        throw std::invalid_argument("arrays of another length");
    std::vector<Field> fields;
    size_t rows = std::numeric_limits<size_t>::max();
    for (const Given &one : given) {
        fields.push_back(field_of(one));
        if (std::get<0>(one)) rows = std::min(rows, records_of(*std::get<0>(one), std::get<2>(one)));
    }
    nb::gil_scoped_release free;
    const auto check = [](const auto &numbers, size_t end) {
        for (const auto number : numbers)
            if (number < 0 || static_cast<size_t>(number) >= end) throw std::out_of_range("no such record or line");
    };
    const Slice<int32_t> places{at.data(), at.shape(0)};
    check(slice(records), rows), check(places, lines);
    follow(fields, {slice(column), slice(other), slice(missing), slice(highest)}, slice(records), places, threads);
}

// Levels to be merged: statistics of each, which of them any row has, and what their branches are held against.
void make_grouping(Grouping *self, In<double> stats, In<bool> held, In<double> whole, double weight,
                   std::pair<double, double> rest, double tolerance) {
    if (stats.shape(0) != held.shape(0) * whole.shape(0)) throw std::invalid_argument("arrays of another length");
    const auto copy = [](const auto &from) { return std::vector(from.begin(), from.end()); };
    Parted parted{copy(slice(whole)), weight, {rest.first, rest.second}, tolerance};
    new (self) Grouping(std::move(parted), copy(slice(stats)), {held.data(), held.data() + held.shape(0)});
}

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Variants *variant : variants()) names.push_back(variant->name);
    return names;
}

}  // namespace

NB_MODULE(_native, m) {
    // What a thread or a callback still holds when the process ends is no leak, and none of its user's business.
    nb::set_leak_warnings(false);
    m.attr("contract") = 14;  // treewidget/kernels/__init__.py asks for this number
    m.def("instruction_sets", &instruction_sets);
    m.def("instruction_set", [] { return std::string(active().name); });
    m.def("use", &use);

    nb::class_<Held>(m, "Frame")
        .def("__init__", &make_frame, nb::arg("rows"), nb::arg("columns"), nb::arg("widths"), nb::arg("sizes"),
             nb::arg("ordered"), nb::arg("classes").none(), nb::arg("kinds"),
             nb::arg("values").none(), nb::arg("weights").none());
    m.def("rank", &rank_of, nb::arg("data"), nb::arg("missing").none(), nb::arg("codes"),
          nb::arg("workshop"), nb::arg("least"));
    m.def("space", &space_of, nb::arg("data"), nb::arg("missing").none(), nb::arg("codes"));
    m.def("narrow", &narrow_codes);
    nb::class_<Workshop>(m, "Workshop").def(nb::init<>()).def("stop", [](Workshop &w) { w.stopped = true; });
    m.def("look", &look);
    m.def("figures", &figures_of);
    m.def("tables", &tables);
    m.def("part", &part);
    m.def("middles", &middles, nb::arg("values"), nb::arg("weights").none(), nb::arg("rows"), nb::arg("begin"),
          nb::arg("end"), nb::arg("threads"));
    nb::class_<Grouping>(m, "Grouping")
        .def("__init__", &make_grouping)
        .def("go", &Grouping::go, nb::call_guard<nb::gil_scoped_release>())
        .def("groups", [](const Grouping &made) { return handed(std::vector(made.groups())); });
    m.def("descend", &descend_by);
    m.def("follow", &follow_by);
    bind_growth(m);
}
