"""CHAID by plain loops over rows and categories, sharing no code with the package.

Written from the papers: Kass (1980), Biggs, de Ville and Suen (1991). A column is a `Column` of
values (None where missing); a category is a value, a bin of values, or None.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial

import numpy as np
from scipy import special

ALIKE = 1e-9


@dataclass
class Column:
    """Values by row, what may be merged, and the order of the categories."""

    values: list
    ordered: bool
    order: list


@dataclass
class Rules:
    """The options of a growth."""

    test: str = "chi2"
    alpha_merge: float = 0.05
    alpha_split: float = 0.05
    alpha_resplit: float = 0.0
    exhaustive: bool = False
    max_depth: int = 3
    split_rows: int = 10
    leaf_rows: int = 3
    leaf_weight: float = 0.0


def binned(values, weights, most=10):
    """Return numbers as bins: equal frequencies by mid-ranks, one each if there are few."""
    present = sorted({v for v in values if v is not None})
    if len(present) <= most:
        return Column(values, ordered=True, order=present)
    total = sum(w for v, w in zip(values, weights, strict=True) if v is not None)
    number = {}
    for value in present:
        below = sum(w for v, w in zip(values, weights, strict=True) if v is not None and v < value)
        here = sum(w for v, w in zip(values, weights, strict=True) if v == value)
        number[value] = int((below + (here + 1) / 2) * most / (total + 1))
    bins = sorted(set(number.values()))
    coded = [None if v is None else number[v] for v in values]
    return Column(coded, ordered=True, order=bins)


class Chaid:
    """One data set: columns by name, the target, the weights, and the rules."""

    def __init__(self, columns, y, w, rules):
        self.columns, self.y, self.w, self.rules = columns, y, w, rules
        self.classes = sorted(set(y))
        self.known = {}

    # -------------------------------------------------------- tests

    def p_of(self, sets):
        """Return (p, statistic) of the target's independence of several sets of rows."""
        key = tuple(map(tuple, sets))
        if key not in self.known:
            self.known[key] = self.f_of(sets) if self.rules.test == "f" else self.chi2_of(sets)
        return self.known[key]

    def line_of(self, rows):
        sums = dict.fromkeys(self.classes, 0.0)
        for r in rows:
            sums[self.y[r]] += self.w[r]
        return list(sums.values())

    def chi2_of(self, sets):
        table = np.array([line for line in map(self.line_of, sets) if sum(line) > 0])
        table = table[:, table.sum(axis=0) > 0]
        if min(table.shape) < 2:
            return 1.0, 0.0
        total, statistic = table.sum(), 0.0
        for i, k in np.ndindex(table.shape):
            seen, due = table[i, k], table[i].sum() * table[:, k].sum() / total
            if self.rules.test == "chi2":
                statistic += (seen - due) ** 2 / due
            elif seen:
                statistic += 2 * seen * np.log(seen / due)
        df = (len(table) - 1) * (len(table[0]) - 1)
        return special.chdtrc(df, max(statistic, 0.0)), statistic

    def f_of(self, sets):
        sets = [rows for rows in sets if rows]
        every = [r for rows in sets for r in rows]
        total = sum(self.w[r] for r in every)
        mean = sum(self.w[r] * self.y[r] for r in every) / total
        between = within = 0.0
        for rows in sets:
            weight = sum(self.w[r] for r in rows)
            middle = sum(self.w[r] * self.y[r] for r in rows) / weight
            between += weight * (middle - mean) ** 2
            within += sum(self.w[r] * (self.y[r] - middle) ** 2 for r in rows)
        one, other = len(sets) - 1, total - len(sets)
        if one < 1 or other <= 0 or between == 0:
            return 1.0, 0.0
        if within == 0:
            return 0.0, np.inf
        ratio = (between / one) / (within / other)
        return special.fdtrc(one, other, ratio), ratio

    # -------------------------------------------------------- one column

    def grouped(self, column, rows):
        """Return (adjusted p, p, statistic, sets of rows) of a column; None if it has one group."""
        held = {}
        for r in rows:
            held.setdefault(column.values[r], []).append(r)
        known = [c for c in column.order if c in held]
        cats = [*known, *([None] if None in held else [])]
        if len(cats) < 2:
            return None
        floating = column.ordered and None in held
        place = {c: i for i, c in enumerate(cats)}

        def sets(groups):
            return [sorted(r for c in group for r in held[c]) for group in groups]

        def allowed(one, other):
            if not column.ordered or [None] in (one, other):
                return True
            spots = sorted(place[c] for c in one + other if c is not None)
            return spots[-1] - spots[0] == len(spots) - 1

        groups = self._merged([[c] for c in cats], sets, allowed, place)
        groups = self._enlarged(groups, held, sets, allowed, place)
        if len(groups) < 2:
            return None
        p, statistic = self.p_of(sets(groups))
        ways = self._ways(len(cats), len(groups), column.ordered, floating)
        return min(1.0, p * ways), p, statistic, sets(groups)

    def _enlarged(self, groups, held, sets, allowed, place):
        def size(group):
            return sum(len(held[c]) for c in group)

        def weight(group):
            return sum(self.w[r] for c in group for r in held[c])

        def is_small(group):
            light = self.rules.leaf_weight - weight(group) > 1e-9
            return light or size(group) < self.rules.leaf_rows

        while len(groups) > 1 and (small := [*filter(is_small, groups)]):
            one = min(small, key=size)
            others = [g for g in groups if g is not one and allowed(one, g)]
            other = self._likest([(one, g) for g in others], sets)[0][1]
            groups = self._joined(groups, one, other, place)
        return groups

    def _ways(self, c, r, ordered, floating):
        if self.rules.exhaustive:
            return comb(c, 2) if ordered else sum(comb(j, 2) for j in range(2, c + 1))
        if floating:
            return comb(c - 2, r - 2) + r * comb(c - 2, r - 1)
        if ordered:
            return comb(c - 1, r - 1)
        signed = [
            (-1) ** i * (r - i) ** c * factorial(r) // (factorial(i) * factorial(r - i))
            for i in range(r)
        ]
        return sum(signed) // factorial(r)

    def _likest(self, pairs, sets):
        best = None
        for pair in pairs:
            p = self.p_of(sets(pair))[0]
            if best is None or p > best[1] * (1 + ALIKE):
                best = (pair, p)
        return best

    def _joined(self, groups, one, other, place):
        rest = [g for g in groups if g is not one and g is not other]
        both = sorted(one + other, key=place.get)
        return sorted([*rest, both], key=lambda g: place[g[0]])

    def _merged(self, groups, sets, allowed, place):
        steps = [groups]
        while len(groups) > 1 + self.rules.exhaustive:
            (one, other), p = self._likest(
                [pair for pair in combinations(groups, 2) if allowed(*pair)], sets
            )
            if not self.rules.exhaustive and p <= self.rules.alpha_merge:
                break
            groups = self._joined(groups, one, other, place)
            steps.append(groups)
            both = next(g for g in groups if set(one + other) == set(g))
            if self.rules.alpha_resplit and len(both) > 2:
                groups = self._parted(groups, both, sets, allowed, place)
        if not self.rules.exhaustive:
            return groups
        best = steps[0]
        for step in steps[1:]:
            if self.p_of(sets(step))[0] < self.p_of(sets(best))[0] * (1 - ALIKE):
                best = step
        return best

    def _parted(self, groups, both, sets, allowed, place):
        best = None
        for size in range(len(both) - 1):
            for more in combinations(both[1:], size):
                one = [both[0], *more]
                other = [c for c in both if c not in one]
                if not all(self._run(part, allowed) for part in (one, other)):
                    continue
                p = self.p_of(sets([one, other]))[0]
                if best is None or p < best[2] * (1 - ALIKE):
                    best = (one, other, p)
        if best[2] > self.rules.alpha_resplit:
            return groups
        parts = [g for g in groups if g is not both] + [best[0], best[1]]
        return sorted(parts, key=lambda g: place[g[0]])

    @staticmethod
    def _run(part, allowed):
        known = [c for c in part if c is not None]
        return len(known) < 2 or allowed(known, [])

    # -------------------------------------------------------- the tree

    def grow(self, rows, depth=0):
        """Return (rows, column name or None, branches)."""
        if depth >= self.rules.max_depth or len(rows) < self.rules.split_rows:
            return rows, None, []
        if sum(self.w[r] for r in rows) < 2 * self.rules.leaf_weight:
            return rows, None, []
        if len({self.y[r] for r in rows}) == 1:
            return rows, None, []
        best = None
        for name, column in self.columns.items():
            found = self.grouped(column, rows)
            if found is None:
                continue
            if best is None or self._better(found, best[1]):
                best = (name, found)
        if best is None or best[1][0] > self.rules.alpha_split:
            return rows, None, []
        return rows, best[0], [self.grow(part, depth + 1) for part in best[1][3]]

    @staticmethod
    def _better(found, best):
        if found[0] < best[0] * (1 - ALIKE):
            return True
        return found[0] <= best[0] * (1 + ALIKE) and found[2] > best[2] * (1 + ALIKE)
