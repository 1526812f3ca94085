#include "variants.hpp"

namespace treewidget {

namespace plain { extern const Variants table; }
namespace avx2 { extern const Variants table; }
namespace avx512 { extern const Variants table; }

std::vector<const Variants *> variants() {
    std::vector<const Variants *> found = {&plain::table};
#ifdef TREEWIDGET_X86
    __builtin_cpu_init();
    const bool two = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
                     __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    if (two) found.push_back(&avx2::table);
    if (two && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        found.push_back(&avx512::table);
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
