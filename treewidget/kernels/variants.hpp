// The functions that gain from wide registers, compiled once for each instruction set and chosen
// when the program runs. All variants return the same bits.
//
// To add one: write it in a .inl file that variants.inl includes, and add a line to `Variants`.
#pragma once

#include "growth.hpp"

namespace treewidget {

struct Variants {
    const char *name;

    // Part rows in two, keeping their order: those whose code is at most `cut` are written to
    // `low`, the others to `high` (which may be `rows` itself); missing codes (-1) go where
    // `missing_low` says. Both have room for all rows. Returns how many went low.
    size_t (*part)(const int32_t *codes, Slice<const uint32_t> rows, int32_t cut, bool missing_low,
                   uint32_t *low, uint32_t *high);

    // Grow from every start: the stretches of `rows` between one border and the next. `rows` comes
    // in the order of the frame and leaves in that of the nodes. `levels`: how deep each start may
    // go, or -1.
    void (*grow)(const Data &data, const Task &task, Control &control, Buffer<uint32_t> &rows,
                 const std::vector<int64_t> &borders, const std::vector<int> &levels, Grown &grown);

    // Look at the ordered columns of some rows, which come in the order of the frame.
    std::unique_ptr<Inspection> (*inspect)(const Data &data, const Task &task, const uint32_t *rows,
                                           size_t size);
};

// The variants this machine can run, the best one last.
std::vector<const Variants *> variants();

// The one in use: the best, or the one asked for by name. Asking for one that is not here throws.
const Variants &active();
void use(const std::string &name);

}  // namespace treewidget
