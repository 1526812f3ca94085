#include "threads.hpp"
#include "variants/variants.hpp"

#ifdef TREEWIDGET_X86
#define TREEWIDGET_VARIANT "avx2"
#define TREEWIDGET_AVX2 1
TREEWIDGET_WITH("avx2,bmi,bmi2,popcnt")
namespace treewidget::avx2 {
#include "variants/variants.inl"
}
TREEWIDGET_WITHOUT
#endif
