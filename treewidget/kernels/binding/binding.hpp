// What the files that know Python share.
#pragma once

#include <mutex>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "data.hpp"

namespace nb = nanobind;

namespace treewidget {

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Slice<const T> slice(const In<T> &array) {
    return {array.data(), array.shape(0)};
}

// A frame together with the arrays it looks into.
struct Held : Data {
    std::vector<nb::object> kept;
    std::vector<double> own_factors;
    std::mutex making;
};

// Give a vector's memory to Python.
template <class T, class Allocator>
nb::object handed(std::vector<T, Allocator> values) {
    using All = std::vector<T, Allocator>;
    auto owned = std::make_unique<All>(std::move(values));
    All *all = owned.get();
    nb::capsule owner(all, [](void *it) noexcept { delete static_cast<All *>(it); });
    owned.release();
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(all->data(), {all->size()}, owner));
}

// Growing; in binding_growth.cpp.
void bind_growth(nb::module_ &m);

}  // namespace treewidget
