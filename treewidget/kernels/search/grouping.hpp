// Groups of a nominal column's levels: two at a time are merged while the gain ratio rises
// (induction/search/grouping.py and merging_ratios.py, whose figures these are).
#pragma once

#include "kernel.hpp"

namespace treewidget {

// What a branch adds to the gain of a test and to its information; of a merger what it takes from them, negative.
struct Terms {
    double gain, told;
};

// What the branches of a test are held against.
struct Parted {
    std::vector<double> whole;  // statistics of all that is parted
    double weight;              // of all rows, also those that no branch counts
    Terms rest;                 // of what is no group of levels: missing rows
    double tolerance;           // ratios no further apart are equal
};

class Grouping {
  public:
    // `stats` of each level one after the other; `held`: which of them any row has.
    Grouping(Parted parted, std::vector<double> stats, std::vector<uint8_t> held);

    // Go on for so many pairs of groups or a few more; whether all is done.
    bool go(size_t pairs);
    // For each level the first one of its group; -1 where no row has it.
    const std::vector<int32_t> &groups() const { return group; }

  private:
    // A merger, while a round looks for the best.
    struct Found {
        double ratio;
        size_t one, other;
    };
    // What is known of a group's mergers with those behind it: at the ratio `then` none told more than `most`, and
    // none loses more information than `steepest`.
    struct Row {
        double most, steepest, then;
    };

    Terms added(const double *stats) const;
    Terms lost(size_t one, size_t other);
    Terms standing() const;
    double ratio_of(Terms worth) const;
    double anew(size_t one, size_t other);
    Terms &pair(size_t one, size_t other) { return pairs[one * (2 * levels - one - 1) / 2 + other - one - 1]; }
    const double *of(size_t level) const { return &stats[level * parted.whole.size()]; }
    const double *together(size_t one, size_t other);
    void begin(size_t one);
    bool round();
    void look(size_t one, Terms now);
    bool may(size_t one, Terms now) const;
    void merge(size_t one, size_t other);

    const Parted parted;
    const size_t levels;
    double total = 0, share;  // the weight of the whole, and its part of all
    std::vector<double> stats, both;
    std::vector<uint8_t> there;
    std::vector<int32_t> group;
    std::vector<Terms> terms;
    std::unique_ptr<Terms[]> pairs;  // bare memory: of many levels it is much, and not all is written
    std::vector<Row> rows;
    size_t left = 0, begun = 0, looked = 0;
    double best = 0, top = 0;  // the ratio as it stands, and the greatest of a round's mergers so far
    std::vector<Found> near;   // mergers that may be the first of the greatest ratio
};

}  // namespace treewidget
