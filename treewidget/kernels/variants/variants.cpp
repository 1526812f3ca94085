#include "variants/variants.hpp"

namespace treewidget {

namespace plain { extern const Variants table; }
namespace avx2 { extern const Variants table; }
namespace avx512 { extern const Variants table; }
namespace avx512_bytes { extern const Variants table; }

std::vector<const Variants *> variants() {
    std::vector<const Variants *> found = {&plain::table};
#ifdef TREEWIDGET_X86
    __builtin_cpu_init();
    const bool two = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                     __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    if (two) found.push_back(&avx2::table);
    const bool wide = two && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (wide) found.push_back(&avx512::table);
    if (wide && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vpopcntdq"))
        found.push_back(&avx512_bytes::table);
#endif
    return found;
}

static std::atomic<const Variants *> chosen{nullptr};

const Variants &active() {
    if (!chosen) chosen = variants().back();
    return *chosen;
}

void use(const std::string &name) {
    std::string known;
    for (const Variants *variant : variants()) {
        if (name == variant->name) {
            chosen = variant;
            return;
        }
        known += std::string(known.empty() ? "" : ", ") + variant->name;
    }
    throw std::invalid_argument("no instruction set " + name + " on this machine: " + known);
}

}  // namespace treewidget
