// A coded frame as the kernel sees it: columns of codes, a target, weights. It owns its bins alone.
#pragma once

#include "codes.hpp"
#include "memory.hpp"

namespace treewidget {

constexpr int BINS = 255;  // of known values, at most; one more place is for missing rows

// One column, and its bins: stretches of neighbouring codes that hold about as many rows each.
struct Column {
    Codes codes;
    int32_t keys = 0;  // how many codes there are beside "missing"
    bool ordered = true;
    int bins = 0;                 // 0: a nominal column of too many levels has none
    std::vector<int32_t> first;   // the first code of each bin, then `keys`
    std::vector<uint8_t> binned;  // the bin at each place of Data::order; `bins` is missing
    bool plain() const { return bins && bins == keys; }  // each bin is a code
    bool single(int bin) const { return first[bin + 1] - first[bin] == 1; }
    int bin_of(int32_t code) const {
        return static_cast<int>(std::upper_bound(first.begin(), first.end(), code) - first.begin()) - 1;
    }
};

// The bin of a code, by a table that stays in the nearest cache: for each of some stretches of
// codes, the bin it begins in and how far into it the next bin begins.
struct NearBins {
    static constexpr size_t STRETCHES = 8192;
    static constexpr uint32_t NEVER = 0xFFFFFF, OFTEN = 0xFFFFFE;  // none begins in it; several do
    const int32_t *first = nullptr;  // the column's own
    uint8_t missing = 0;
    int shift = 0;  // at most 18: codes are below 2**31
    std::array<uint32_t, STRETCHES> at{};  // the bin above those 24 bits

    uint8_t operator()(int32_t code) const {
        if (code < 0) return missing;
        const uint32_t entry = at[static_cast<size_t>(code >> shift)], next = entry & NEVER;
        const uint32_t into = static_cast<uint32_t>(code) & ((uint32_t{1} << shift) - 1);
        size_t bin = entry >> 24;
        if (next != OFTEN) return static_cast<uint8_t>(bin + (into >= next));
        while (code >= first[bin + 1]) ++bin;
        return static_cast<uint8_t>(bin);
    }
};

// What is summed over rows. Classification: the weight of each class. Regression: weight, weighted
// value, weighted square.
struct Target {
    int classes = 0;                  // 0: a regression
    const int32_t *labels = nullptr;
    const double *values = nullptr;   // of a regression, about the middle of the training rows
    const double *weights = nullptr;  // null: all are 1
    const double *factors = nullptr;  // of each class, where its rows weigh that and any sum of them is exact

    bool counts() const { return classes && !weights; }
    bool weighs() const { return weights && !factors; }     // each row as it says itself
    bool tallies() const { return classes && !weighs(); }  // what classes weigh follows from counts
    double factor(size_t k) const { return factors ? factors[k] : 1.0; }
    int stats() const { return classes ? classes : 3; }     // of a node
    int searched() const { return classes ? classes : 2; }  // of a side: what a gain is made of
    // Have ready what a row adds.
    void fetch(size_t row) const {
        if (weights) __builtin_prefetch(weights + row);
        if (classes) __builtin_prefetch(labels + row);
        else __builtin_prefetch(values + row);
    }
    void add(double *stats, size_t row, bool squares) const {
        const double weight = weights ? weights[row] : 1.0;
        if (classes) {
            stats[labels[row]] += weight;
        } else {
            const double sum = weight * values[row];
            stats[0] += weight, stats[1] += sum;
            if (squares) stats[2] += sum * values[row];
        }
    }
};

constexpr size_t PLACES = 256;

// Of some rows: for each column and statistic one plane of 256 places. Counts of classes are exact,
// so that a branch's may be had by subtraction; sums of weights are taken anew in every node.
// Sums: the rows come as one more plane, after the statistics.
struct Histogram {
    std::vector<uint32_t> counts;
    std::vector<double> sums;
    double noise = 0;  // how far subtractions may have put the sums off, in their own unit
};

struct Data : Target {
    size_t rows = 0;
    std::vector<Column> columns;
    bool binned = false;
    std::vector<uint32_t> order;  // rows by class, and as in the frame within one
    std::vector<uint32_t> place;  // of each row in `order`
    std::unique_ptr<const Histogram> histogram;  // of all rows: most trees and looks begin with it
    std::vector<uint32_t> places_of(Slice<const uint32_t> some) const {
        std::vector<uint32_t> places;
        places.reserve(some.size);
        for (const uint32_t row : some) places.push_back(place[row]);
        return places;
    }
};

// Shared with whoever waits: it may ask for a stop, and reads how far the work is.
struct Control {
    std::atomic<int32_t> stop{0};
    std::atomic<double> share{0};
    void check() const {
        if (stop.load(std::memory_order_relaxed)) throw Stopped();
    }
};

// Give every column its bins, and count them; done once, by the first growth that wants them.
void make_bins(Data &data, int threads, const Control &control);

}  // namespace treewidget
