#include "variants/variants.hpp"

namespace treewidget {

namespace {

constexpr uint64_t MOST = (uint64_t{1} << 31) - 4;  // places; codes beside them mean something else
constexpr size_t BLOCK = 2048;                       // values: they stay in the nearest cache

// Call body(values, row) for one stretch of rows after the other.
template <class Body>
void in_blocks(const Values &values, const Body &body) {
    uint64_t bits[BLOCK];
    for (size_t row = 0; row < values.size; row += BLOCK) {
        const size_t size = std::min(BLOCK, values.size - row);
        for (size_t i = 0; i < size; ++i) bits[i] = values.bits(row + i);
        body(Stride{bits, values.missing ? values.missing + row : nullptr, size, values.kind}, row);
    }
}

std::optional<Grid> grid_of(const Ends &ends) {
    Grid grid;
    while (grid.zeros < 63 && !(ends.any >> grid.zeros & 1)) ++grid.zeros;
    const bool negative = ends.low < SIGN, positive = ends.high > SIGN;
    const uint64_t under = negative ? (ends.below - ends.low) >> grid.zeros : 0;
    const uint64_t over = positive ? (ends.high - ends.above) >> grid.zeros : 0;
    if (under > MOST || over > MOST || under + over + 3 > MOST) return {};
    grid.low = ends.low, grid.above = ends.above;
    grid.negatives = negative ? static_cast<int32_t>(under) + 1 : 0;
    grid.zero = ends.zero ? 1 : 0;
    grid.positives = positive ? static_cast<int32_t>(over) + 1 : 0;
    return grid;
}

}  // namespace

Look look_at(const Values &values) {
    Look look;
    in_blocks(values, [&](const Stride &some, size_t) { active().look(some.bits, some.size, look); });
    return look;
}

std::optional<Grid> space(const Values &values, int32_t *codes) {
    Ends ends;
    in_blocks(values, [&](const Stride &some, size_t) { active().reach(some, ends); });
    const std::optional<Grid> grid = grid_of(ends);
    if (grid)
        in_blocks(values, [&](const Stride &some, size_t row) { active().place(some, *grid, codes + row); });
    return grid;
}

}  // namespace treewidget
