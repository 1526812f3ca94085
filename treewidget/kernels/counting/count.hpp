// Counting: the target's statistics of a set of rows, as a whole and by the codes of columns.
//
// The same rows give the same bits, and those of the numpy engine. By codes, sums run over the rows in the
// order they are given, one after the other, whichever way the codes are grouped. Of a whole set there are
// eight, each of every eighth row, as one would wait for itself; they are added in pairs.
#pragma once

#include "data.hpp"
#include "memory.hpp"

namespace treewidget {

// What rows of a regression are worth, side by side; no weights: all are 1.
struct Worth {
    const double *values, *weights;
    size_t size;
};

// Fill the statistics of some rows; returns their weighted sum of squares about their own mean,
// which is 0 in a classification and where all values are the same.
double figures(const Target &target, Slice<const uint32_t> rows, double *stats);
double figures(const Worth &rows, double *stats);

// What rows of each class weigh, where they weigh alike and so little that any sum of them is exact; else nothing.
std::vector<double> factors_of(const Target &target, size_t rows);

// One line for each code that is there, ascending.
struct Lines {
    Long<int64_t> codes, rows;
    Long<double> stats;
    std::vector<double> missing;
    int64_t missing_rows = 0;
};

Lines lines(const Column &column, const Target &target, Slice<const uint32_t> rows);

}  // namespace treewidget
