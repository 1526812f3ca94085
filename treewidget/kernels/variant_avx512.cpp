#include "threads.hpp"
#include "variants.hpp"

#ifdef TREEWIDGET_X86
#define TREEWIDGET_VARIANT "avx512"
#define TREEWIDGET_AVX512 1
#ifdef __clang__
#pragma clang attribute push(                                                              \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt"))),         \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt")
#endif
namespace treewidget::avx512 {
#include "variants.inl"
}
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
