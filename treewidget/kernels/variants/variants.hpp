// The functions that gain from wide registers, compiled once for each instruction set and chosen
// when the program runs. All variants return the same bits.
//
// To add one: write it in a .inl file that variants.inl includes, with the names of lanes.inl where it
// works on many numbers at once, and add a line to `Variants`.
#pragma once

#include "coding/space.hpp"
#include "growth/growth.hpp"
#include "search/threshold.hpp"

// What lies between these may use some instruction sets.
#define TREEWIDGET_PRAGMA(words) _Pragma(#words)
#ifdef __clang__
#define TREEWIDGET_WITH(sets) \
    TREEWIDGET_PRAGMA(clang attribute push(__attribute__((target(sets))), apply_to = function))
#define TREEWIDGET_WITHOUT TREEWIDGET_PRAGMA(clang attribute pop)
#else
#define TREEWIDGET_WITH(sets) TREEWIDGET_PRAGMA(GCC push_options) TREEWIDGET_PRAGMA(GCC target(sets))
#define TREEWIDGET_WITHOUT TREEWIDGET_PRAGMA(GCC pop_options)
#endif

namespace treewidget {

struct Variants {
    const char *name;

    // Of some values: what needs care, what their keys reach, their places on a grid (space.hpp).
    void (*look)(const uint64_t *bits, size_t size, Look &look);
    void (*reach)(const Stride &values, Ends &ends);
    void (*place)(const Stride &values, const Grid &grid, int32_t *codes);

    // The bins of the rows, in this order.
    void (*bin)(const NearBins &bins, const Codes &codes, Slice<const uint32_t> order, uint8_t *out);

    // The histogram of all rows, once they have bins.
    std::unique_ptr<Histogram> (*count)(const Data &data, int threads, const Control &control);

    // Part rows in two, keeping their order: those whose code is at most `cut` are written to
    // `low`, the others to `high`; missing codes (-1) go where `missing_low` says. Both have room
    // for all rows. Returns how many went low.
    size_t (*part)(const Codes &codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high);

    // Grow from every start: the stretches of `rows` between one border and the next. `rows` comes
    // in the order of the frame and leaves in that of the nodes. `levels`: how deep each start may
    // go, or -1.
    Grown (*grow)(const Data &data, const Task &task, Control &control, std::vector<uint32_t> rows,
                  const std::vector<int64_t> &borders, const std::vector<int> &levels);

    // Look at the ordered columns of some rows, which come in the order of the frame.
    std::unique_ptr<Inspection> (*inspect)(const Data &data, const Task &task, Slice<const uint32_t> rows);

    // The best threshold of an ordered column, by the classes of the rows. `stats` is filled with the statistics of
    // those below it, of those above, and of those without a value; they come as zeros.
    Threshold (*threshold)(const Data &data, size_t column, const ThresholdTask &asked, Slice<const uint32_t> rows,
                           double *stats);
};

// The variants this machine can run, the best one last.
std::vector<const Variants *> variants();

// The one in use: the best, or the one asked for by name. Asking for one that is not here throws.
const Variants &active();
void use(const std::string &name);

}  // namespace treewidget
