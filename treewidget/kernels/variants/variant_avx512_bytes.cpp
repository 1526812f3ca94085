#include "threads.hpp"
#include "variants/variants.hpp"

// What machines of some years ago lack: wide registers of bytes, and bits counted in them.
#ifdef TREEWIDGET_X86
#define TREEWIDGET_VARIANT "avx512_bytes"
#define TREEWIDGET_AVX512 1
#define TREEWIDGET_BYTES 1
TREEWIDGET_WITH("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,bmi,bmi2,popcnt")
namespace treewidget::avx512_bytes {
#include "variants/variants.inl"
}
TREEWIDGET_WITHOUT
#endif
