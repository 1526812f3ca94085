#include "search/grouping.hpp"

#include <cmath>
#include <limits>

namespace treewidget {

namespace {

constexpr double NEVER = -std::numeric_limits<double>::infinity();
constexpr double CLOSE = 1e-6;  // less information is summed anew: of so small a difference rounding is no small part
constexpr double ROUNDING = 1e-12;
constexpr size_t LEAST = 2;     // fewer groups part nothing

double entropy_term(double share) { return share > 0 ? -share * std::log2(share) : 0; }

}  // namespace

Grouping::Grouping(Parted given, std::vector<double> of_levels, std::vector<uint8_t> held)
    : parted(std::move(given)), levels(held.size()), stats(std::move(of_levels)), both(parted.whole.size()),
      there(std::move(held)), group(levels), terms(levels),
      pairs(new Terms[levels * (levels - 1) / 2]), rows(levels) {
    for (const double one : parted.whole) total += one;
    share = total / parted.weight;
    for (size_t i = 0; i < levels; ++i) {
        group[i] = there[i] ? static_cast<int32_t>(i) : -1;
        terms[i] = there[i] ? added(of(i)) : Terms{0, 0};
        left += there[i];
    }
    best = ratio_of(standing());
}

bool Grouping::go(size_t some) {
    for (looked = 0; looked < some;) {
        if (begun < levels) begin(begun++);
        else if (left <= LEAST || !round()) return true;
    }
    return false;
}

// Kullback-Leibler divergence from the whole, as induction/criteria.py sums it, and entropy in bits.
Terms Grouping::added(const double *branch) const {
    double weight = 0, divergence = 0;
    for (size_t k = 0; k < parted.whole.size(); ++k) weight += branch[k];
    if (!(weight > 0)) return {0, 0};
    for (size_t k = 0; k < parted.whole.size(); ++k) {
        const double whole = parted.whole[k];
        if (!(whole > 0)) continue;
        const double ratio = (branch[k] * total - whole * weight) / (whole * weight);
        divergence += whole / total * ((ratio > -1 ? (1 + ratio) * std::log1p(ratio) : 0) - ratio);
    }
    return {std::max(weight / total * divergence / std::log(2.0), 0.0), entropy_term(weight / parted.weight)};
}

const double *Grouping::together(size_t one, size_t other) {
    for (size_t k = 0; k < both.size(); ++k) both[k] = of(one)[k] + of(other)[k];
    return both.data();
}

Terms Grouping::lost(size_t one, size_t other) {
    const Terms merged = added(together(one, other));
    return {std::min(merged.gain - terms[one].gain - terms[other].gain, 0.0),
            std::min(merged.told - terms[one].told - terms[other].told, 0.0)};
}

Terms Grouping::standing() const {
    Terms sum = parted.rest;
    for (const Terms &one : terms) sum.gain += one.gain, sum.told += one.told;
    return sum;
}

double Grouping::ratio_of(Terms worth) const { return worth.told > 0 ? share * worth.gain / worth.told : 0; }

// The gain ratio of a merger, summed over all of its branches.
double Grouping::anew(size_t one, size_t other) {
    Terms sum = added(together(one, other));
    for (size_t i = 0; i < levels; ++i)
        if (i != one && i != other) sum.gain += terms[i].gain, sum.told += terms[i].told;
    return ratio_of({sum.gain + parted.rest.gain, sum.told + parted.rest.told});
}

// Reckon a level and each behind it as one.
void Grouping::begin(size_t one) {
    rows[one] = {-NEVER, 0, 0};
    if (!there[one]) return;
    for (size_t other = one + 1; other < levels; ++other)
        if (there[other]) pair(one, other) = lost(one, other), ++looked;
}

// Merge the first two of the greatest ratio, where it is greater than the ratio as it stands.
bool Grouping::round() {
    const Terms now = standing();
    const double ratio = best / share;
    top = NEVER, near.clear();
    // The group that may tell most is looked at first: what it tells spares others.
    size_t likely = levels;
    double most = NEVER;
    for (size_t i = 0; i < levels; ++i) {
        const double bound = rows[i].most + rows[i].steepest * std::max(ratio - rows[i].then, 0.0);
        if (there[i] && bound < -NEVER && bound > most) most = bound, likely = i;
    }
    if (likely < levels) look(likely, now);
    for (size_t i = 0; i < levels; ++i)
        if (there[i] && i != likely && may(i, now)) look(i, now);
    looked += levels;
    if (!(top > best + parted.tolerance)) return false;
    const Found *first = nullptr;
    for (const Found &found : near) {
        if (found.ratio < top - parted.tolerance) continue;
        if (!first || std::pair(found.one, found.other) < std::pair(first->one, first->other)) first = &found;
    }
    best = top;
    merge(first->one, first->other);
    return true;
}

// Whether a merger with a group behind it may have a ratio that matters: each takes the ratio to `r` or more where
// r * lost information - lost gain is large enough, which grows with r no faster than the information lost.
bool Grouping::may(size_t one, Terms now) const {
    const Row &row = rows[one];
    const double ratio = std::max(std::max(top - parted.tolerance, best) / share, -1.0);
    const double value = ratio * now.told - now.gain - ROUNDING * (std::abs(ratio) * now.told + now.gain);
    return row.most + row.steepest * std::max(ratio - row.then, 0.0) >= value || now.told - row.steepest < CLOSE;
}

// Reckon the ratio of each merger with a group behind, and remember what there is at most.
void Grouping::look(size_t one, Terms now) {
    Row row{NEVER, 0, best / share};
    for (size_t other = one + 1; other < levels; ++other) {
        if (!there[other]) continue;
        const Terms worth = pair(one, other), then{now.gain + worth.gain, now.told + worth.told};
        const double ratio = then.told < CLOSE ? anew(one, other) : ratio_of(then);
        row.most = std::max(row.most, worth.gain - row.then * worth.told);
        row.steepest = std::max(row.steepest, -worth.told);
        if (ratio >= top - parted.tolerance) near.push_back({ratio, one, other}), top = std::max(top, ratio);
    }
    rows[one] = row;
    looked += levels - one;
}

// Make one group of two, in the place of the first.
void Grouping::merge(size_t one, size_t other) {
    together(one, other);
    std::copy(both.begin(), both.end(), stats.begin() + static_cast<std::ptrdiff_t>(one * both.size()));
    there[other] = 0, --left;
    terms[one] = added(both.data()), terms[other] = {0, 0};
    for (int32_t &at : group)
        if (at == static_cast<int32_t>(other)) at = static_cast<int32_t>(one);
    for (size_t i = 0; i < one; ++i) {
        if (!there[i]) continue;
        const Terms worth = pair(i, one) = lost(i, one);
        rows[i].most = std::max(rows[i].most, worth.gain - rows[i].then * worth.told);
        rows[i].steepest = std::max(rows[i].steepest, -worth.told);
    }
    begin(one);
    looked += one;
}

}  // namespace treewidget
