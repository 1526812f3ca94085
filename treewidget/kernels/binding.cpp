// The only file that knows Python. Arguments arrive as arrays of one type, contiguous; Python's
// lock is released while a kernel runs.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "kernel.hpp"
#include "variants.hpp"

namespace nb = nanobind;
using namespace treewidget;

namespace {

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Slice<const T> slice(const In<T> &array) {
    return {array.data(), array.shape(0)};
}

size_t part(In<int32_t> codes, In<uint32_t> rows, int32_t cut, bool missing_low,
            Out<uint32_t> low, Out<uint32_t> high) {
    if (low.shape(0) < rows.shape(0) || high.shape(0) < rows.shape(0))
        throw std::invalid_argument("low and high need room for every row");
    nb::gil_scoped_release free;
    return active().part(codes.data(), slice(rows), cut, missing_low, low.data(), high.data());
}

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const Variants *variant : variants()) names.push_back(variant->name);
    return names;
}

}  // namespace

NB_MODULE(_native, m) {
    m.attr("contract") = 1;  // treewidget/kernels/__init__.py asks for this number
    m.def("instruction_sets", &instruction_sets);
    m.def("instruction_set", [] { return std::string(active().name); });
    m.def("use", &use);
    m.def("part", &part);
}
