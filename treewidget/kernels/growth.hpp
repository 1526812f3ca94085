// What growing needs and gives: plain types, known to the binding and to every variant.
//
// The rules are those of treewidget/induction (search.py, thresholds.py, subsets.py, stopping.py,
// growth.py); here they only run faster. Codes, ranks and levels are the columns' own.
#pragma once

#include <cmath>
#include <limits>

#include "kernel.hpp"

namespace treewidget {

enum class Criterion : int { gini, entropy, squared_error };

constexpr int BINS = 255;  // of known values, at most; one more place is for missing rows
constexpr double NONE = -std::numeric_limits<double>::infinity();

// One column, and its bins: stretches of neighbouring codes that hold about as many rows each.
struct Field {
    const int32_t *codes = nullptr;
    int32_t keys = 0;
    bool ordered = true;
    int bins = 0;                 // 0: a nominal column of too many levels has none
    std::vector<int32_t> first;   // the first code of each bin, then `keys`
    std::vector<uint8_t> binned;  // the bin at each place of Data::place; `bins` is missing
    bool single(int bin) const { return first[bin + 1] - first[bin] == 1; }
};

struct Data {
    size_t rows = 0;
    std::vector<Field> columns;
    int classes = 0;                  // 0: regression
    const int32_t *labels = nullptr;  // classification
    const double *values = nullptr;   // regression, centred on the training mean
    const double *weights = nullptr;  // null: all are 1
    bool binned = false;
    std::vector<uint32_t> place;      // of each row in the order of the classes, then of the frame

    bool counts() const { return classes && !weights; }
    int stats() const { return classes ? classes : 3; }     // of a node
    int searched() const { return classes ? classes : 2; }  // of a side: what a gain is made of
};

struct Task {
    Criterion criterion = Criterion::gini;
    int64_t split_rows = 2, leaf_rows = 1;
    double leaf_weight = 0, min_decrease = 0, root_weight = 0;
    bool zero_gain = true;
    int64_t max_leaves = 0;  // over all starts; 0: no limit, depth first
    int threads = 1;
    int64_t sorted_rows = 0;  // nodes up to this size are searched in sorted lists; 0: as suits
};

// Shared with whoever waits: it may ask for a stop, and reads how far the work is.
struct Control {
    std::atomic<int32_t> stop{0};
    std::atomic<double> share{0};
};

// Give every column its bins; done once, by the first growth that wants them.
void make_bins(Data &data, int threads, const Control &control);

// A split of two branches; everything a node needs to make it.
struct Pick {
    double gain = NONE;
    int column = -1;
    int32_t at = -1;             // ordered: the highest code of branch 0
    int32_t low = -1, high = -1; // the codes present on either side of the cut; high -1: no cut
    bool with = false;           // missing rows lie on the searched side
    bool known = false;          // known against missing
    int64_t one = 0;             // rows of the searched side, missing ones included
    int missing = 1;             // the missing rows' branch
    std::vector<int32_t> levels; // nominal: those of branch 0
    std::vector<double> first;   // an inspection: the statistics of branch 0
};

// One look at a node, at its ordered columns: the best of all at once, the best of each when asked.
struct Inspection {
    virtual ~Inspection() = default;
    virtual Pick best() = 0;
    virtual std::vector<Pick> every(const std::vector<int> &columns) = 0;
    // Gains at the edges of a column's bins, each named by the last code below it; none of a small
    // node. Missing rows lie against the lower side.
    virtual std::vector<std::pair<int32_t, double>> curve(int column) = 0;
};

// One line a node, in pre-order, one tree after the other.
struct Grown {
    std::vector<int64_t> starts;
    std::vector<int32_t> column, low, high, left, right;
    std::vector<uint8_t> missing;
    std::vector<int64_t> group;   // nominal: levels[group[i]:group[i + 1]] go to branch 0
    std::vector<int32_t> levels;
    std::vector<double> gain, stats, scatter;
    std::vector<int64_t> begin, end;
    std::vector<uint32_t> rows;  // node i holds rows[begin[i]:end[i]]
};

}  // namespace treewidget
