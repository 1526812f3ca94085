#include "threads.hpp"
#include "variants.hpp"

#ifdef TREEWIDGET_X86
#define TREEWIDGET_VARIANT "avx2"
#define TREEWIDGET_AVX2 1
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
namespace treewidget::avx2 {
#include "variants.inl"
}
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
