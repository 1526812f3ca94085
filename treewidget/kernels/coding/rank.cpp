// Ranks by hashing while there are few distinct values, else by sorting.
#include "coding/rank.hpp"

namespace treewidget {

namespace {

constexpr size_t FEW = 4096, LEAST = 64, TIMES = 4;  // few distinct values come so many times each

// Ranks by hashing; no keys, and nothing of use in `codes`, where there are many distinct values.
template <Kind kind>
Slice<uint64_t> rank_few(const Values &values, int32_t *codes, Workshop &workshop) {
    constexpr size_t SLOTS = 4 * FEW;
    const size_t most = std::min(FEW, LEAST + values.size / TIMES);
    std::vector<uint64_t> slots(SLOTS);
    std::vector<int32_t> numbers(SLOTS, -1);
    std::vector<uint64_t> found;
    found.reserve(most);
    uint64_t key = 0;
    for (size_t row = 0; row < values.size; ++row) {
        if (!values.read<kind>(row, key)) {
            codes[row] = -1;
            continue;
        }
        size_t slot = (key * 0x9e3779b97f4a7c15u) >> 50;  // 14 bits: SLOTS
        while (numbers[slot] >= 0 && slots[slot] != key) slot = (slot + 1) % SLOTS;
        if (numbers[slot] < 0) {
            if (found.size() == most) return {};
            slots[slot] = key;
            numbers[slot] = static_cast<int32_t>(found.size());
            found.push_back(key);
        }
        codes[row] = numbers[slot];
    }
    std::vector<int32_t> order(found.size()), rank_of(found.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return found[a] < found[b]; });
    uint64_t *keys = workshop.entries.room<uint64_t>(found.size() + 1);
    for (size_t i = 0; i < order.size(); ++i) {
        rank_of[order[i]] = static_cast<int32_t>(i);
        keys[i] = found[order[i]];
    }
    for (size_t row = 0; row < values.size; ++row)
        if (codes[row] >= 0) codes[row] = rank_of[codes[row]];
    return {keys, found.size()};
}

}  // namespace

Slice<uint64_t> rank(const Values &values, int32_t *codes, Workshop &workshop) {
    workshop.check();
    const Slice<uint64_t> few =
        values.kind == Kind::floats     ? rank_few<Kind::floats>(values, codes, workshop)
        : values.kind == Kind::integers ? rank_few<Kind::integers>(values, codes, workshop)
                                        : rank_few<Kind::naturals>(values, codes, workshop);
    return few.data ? few : rank_sorted(values, codes, workshop);
}

}  // namespace treewidget
