// What growing needs and gives: plain types, known to the binding and to every variant.
//
// The rules are those of treewidget/induction (search, stopping.py, growth.py); here they only run faster.
// Codes, ranks and levels are the columns' own.
#pragma once

#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "counting/count.hpp"
#include "counting/middles.hpp"
#include "sorting.hpp"

namespace treewidget {

enum class Criterion : int { gini, entropy, squared_error, absolute_error };

constexpr double NONE = -std::numeric_limits<double>::infinity();

struct Task {
    Criterion criterion = Criterion::gini;
    int64_t split_rows = 2, leaf_rows = 1;
    double leaf_weight = 0, min_decrease = 0, root_weight = 0;
    bool zero_gain = true;
    int64_t max_leaves = 0;  // over all starts; 0: no limit, depth first
    int threads = 1;
    int64_t sorted_rows = 0;  // nodes up to this size are searched in sorted lists; 0: as suits
    int64_t sifted_rows = 0;  // a growth without limits of so many a class sifts them; 0: as suits
    bool by_medians() const { return criterion == Criterion::absolute_error; }
};

// A split of two branches; everything a node needs to make it.
struct Pick {
    double gain = NONE;
    int column = -1;
    int32_t at = -1;             // ordered: the highest code of branch 0; in sorted lists, rank
    int32_t low = -1, high = -1; // the codes present on either side of the cut; high -1: no cut
    bool by_row = false;         // low and high are rows, which have these codes
    bool with = false;           // missing rows lie on the searched side
    bool known = false;          // known against missing
    int missing = 1;             // the missing rows' branch
    std::vector<int32_t> levels; // nominal: those of branch 0
    std::vector<double> first;   // an inspection: the statistics of branch 0
};

// An ordered column at a node by its bins: the last code of each, how many rows there are up to there, what a cut
// behind it gains, and what no cut inside it exceeds; NONE where none is allowed. Missing rows lie above all cuts.
struct Outline {
    int64_t missing_rows = 0;
    std::vector<int32_t> codes;
    std::vector<int64_t> rows;
    std::vector<double> edge, bound;
};

// One look at a node, at its ordered columns: the best of all at once, the best of each when asked.
struct Inspection {
    virtual ~Inspection() = default;
    virtual std::vector<Pick> best() = 0;
    virtual std::vector<Pick> every(const std::vector<int> &columns) = 0;
    virtual Outline outline(int column) = 0;
    // What the best cut inside each of these bins gains, which are all different.
    virtual std::vector<double> inside(int column, const std::vector<int> &bins) = 0;
    // The codes present on either side of a bin's edge; the second is -1 behind all of them.
    virtual std::pair<int32_t, int32_t> around(int column, int32_t edge) = 0;
};

// One line a node, in pre-order, one tree after the other.
struct Grown {
    std::vector<int64_t> starts;
    Long<int32_t> column, low, high, other;  // other: the line of branch 1; that of branch 0 is the next
    Long<uint8_t> missing;
    Long<int64_t> group;  // nominal: levels[group[i]:group[i + 1]] go to branch 0; [0] where no column is
    Long<int32_t> levels;
    Long<double> gain, stats, scatter;
    Long<uint32_t> begin, end;
    std::vector<uint32_t> rows;  // node i holds rows[begin[i]:end[i]]
};

}  // namespace treewidget
