#include "threads.hpp"
#include "variants/variants.hpp"

#ifdef TREEWIDGET_X86
#define TREEWIDGET_VARIANT "avx512"
#define TREEWIDGET_AVX512 1
TREEWIDGET_WITH("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt")
namespace treewidget::avx512 {
#include "variants/variants.inl"
}
TREEWIDGET_WITHOUT
#endif
