// One column of a binned node: gains at the edges of its bins, and for each bin a number that no
// gain inside it exceeds. Gains are convex in the statistics of a side, and those of a cut inside a
// bin lie between those at its edges: in a box whose corners bound them all.

struct Coarse {
    int bins = 0, stats = 0, classes = 0;
    int64_t missing_rows = 0;
    std::vector<double> before;   // planes of statistics, then of rows: sums of all bins before
    std::vector<double> missing;
    double edge[2][PLACES], bound[2][PLACES];  // against missing rows, and with them
    double best_edge = NONE, best_bound = NONE;
    int last = -1;                // the last bin with rows

    Coarse() {}  // the arrays stay unwritten

    const double *plane(int s) const { return before.data() + s * (PLACES + 1); }
    int64_t rows_before(int bin) const { return static_cast<int64_t>(plane(stats)[bin]); }
    int64_t rows_to(int bin, bool with) const { return rows_before(bin) + (with ? missing_rows : 0); }
    int64_t rows_in(int bin) const { return rows_before(bin + 1) - rows_before(bin); }

    // `planes` has 256 places for each statistic and, unless rows are the sum of them, for rows.
    template <class T>
    void read(const T *planes, const Column &column, const Data &data, const Place &place) {
        stats = data.stats(), classes = data.classes, bins = column.bins;
        before.resize(static_cast<size_t>(stats + 1) * (PLACES + 1));  // each plane begins with 0
        missing.assign(stats, 0.0);
        if (!data.classes) return read_values(planes, place);
        double *rows = before.data() + stats * (PLACES + 1);
        double gone = 0;
        for (int s = 0; s <= stats; ++s) {
            double *sums = before.data() + s * (PLACES + 1);
            if (s == stats && data.tallies()) break;
            add_up(planes + s * PLACES, sums + 1);
            const double left_out = static_cast<double>(planes[s * PLACES + bins]), factor = data.factor(s);
            if (s < stats) missing[s] = left_out * factor;
            if (data.tallies()) {
                gone += left_out;
                for (int b = 1; b <= bins; ++b) rows[b] = s ? rows[b] + sums[b] : sums[b];
                for (int b = 1; data.factors && b <= bins; ++b) sums[b] *= factor;
            } else if (s == stats) {
                gone = left_out;
            }
        }
        missing_rows = static_cast<int64_t>(gone);
        find_last();
    }

    void add_up(const double *plane, double *upto) const {
        double sum = 0;
        for (int b = 0; b < bins; ++b) upto[b] = sum += plane[b];
    }

    // Whole numbers are sooner added up as such.
    void add_up(const uint32_t *plane, double *upto) const {
        uint32_t held[PLACES], sum = 0;
        for (int b = 0; b < bins; ++b) held[b] = sum += plane[b];
        for (int b = 0; b < bins; ++b) upto[b] = static_cast<double>(held[b]);
    }

    // A regression's planes, side by side: each sum waits for its own plane only.
    template <class T>
    void read_values(const T *planes, const Place &place) {
        constexpr size_t WIDE = PLACES + 1;
        double *out = before.data(), sums[4] = {};
        for (int b = 0; b < bins; ++b)
            for (size_t s = 0; s < 4; ++s)
                out[s * WIDE + b + 1] = sums[s] += static_cast<double>(planes[s * PLACES + b]);
        for (int s = 0; s < stats; ++s) missing[s] = static_cast<double>(planes[s * PLACES + bins]);
        missing_rows = static_cast<int64_t>(planes[3 * PLACES + bins]);
        // squares are left about the training mean: they only bound
        for (int b = 0; b <= bins; ++b) out[WIDE + b] -= place.shift * out[b];
        missing[1] -= place.shift * missing[0];
        find_last();
    }

    // So many parts of one bin of `home`: `sum(s, p)` is what each holds of a statistic, or of rows.
    template <class Sum>
    void read_part(const Coarse &home, int bin, int parts, const Sum &sum) {
        stats = home.stats, classes = home.classes, bins = parts;
        missing = home.missing, missing_rows = home.missing_rows;
        before.resize(home.before.size());
        for (int s = 0; s <= stats; ++s) {
            double *upto = before.data() + s * (PLACES + 1);
            upto[0] = home.plane(s)[bin];
            for (int p = 0; p < bins; ++p) upto[p + 1] = upto[p] + sum(s, p);
        }
        find_last();
    }

    void find_last() {
        for (last = bins - 1; last >= 0 && !rows_in(last);) --last;
    }

    // What no gain inside a bin exceeds, whichever way missing rows go.
    double bound_in(int bin) const { return std::max(bound[0][bin], missing_rows ? bound[1][bin] : NONE); }

    // Statistics of a side of all bins before, and of the missing rows where they lie with it.
    void side(int bin, bool with, double *out, int searched) const {
        for (int s = 0; s < searched; ++s) out[s] = plane(s)[bin] + (with ? missing[s] : 0.0);
    }

    void judge(const Column &column, const Place &place) {
        const bool entropy = place.task->criterion == Criterion::entropy;
        best_edge = best_bound = NONE;
        for (int with = 0; with <= (missing_rows > 0); ++with) {
            if (!classes) judge_values(with, place);
            else if (entropy) judge_information(with, place);
            else if (classes == 2) judge_pairs(with, place);
            else judge_any(with, place);
            allow(with, column, place);
            if (entropy) reckon_best(with, place);
            for (int b = 0; b < bins; ++b) {
                best_edge = std::max(best_edge, edge[with][b]);
                best_bound = std::max(best_bound, bound[with][b]);
            }
        }
    }

    // Take back the gains of cuts that are not allowed, and the bounds of bins inside which there is
    // no cut, or none that is allowed. Written for wide registers.
    void allow(int with, const Column &column, const Place &place) {
        const double least = static_cast<double>(place.task->leaf_rows), all = static_cast<double>(place.rows);
        const double gone = with ? static_cast<double>(missing_rows) : 0.0, *const rows = plane(stats);
        double *const edges = edge[with], *const bounds = bound[with];
        for (int b = 0; b < bins; ++b) {
            const double from = rows[b] + gone, to = rows[b + 1] + gone;
            const bool cut = (from != to) & (to >= least) & (all - to >= least);
            const bool inside = (to - from >= 2) & !column.single(b) & (to > least) & (all - from > least);
            edges[b] = cut ? edges[b] : NONE, bounds[b] = inside ? bounds[b] : NONE;
        }
        for (int b = 0; b < bins && place.task->leaf_weight > 0; ++b)
            if (!place.allows(static_cast<int64_t>(rows[b + 1] + gone), weight_to(b + 1, with))) edges[b] = NONE;
    }

    void raise_edge(Ways &found, bool with, const Column &column, int bin, const Place &place) const {
        found.raise(with, edge[with][bin], column.first[bin + 1] - 1, rows_to(bin + 1, with), place);
    }

    double weight_to(int bin, bool with) const {
        double weight = 0;
        for (int s = 0; s < (classes ? classes : 1); ++s)
            weight += plane(s)[bin] + (with ? missing[s] : 0.0);
        return weight;
    }

    // Two classes: the corners are all rows of one class first. Written for wide registers.
    void judge_pairs(int with, const Place &place) {
        const double n = place.weight, all = place.whole[1];
        const double zeros = with ? missing[0] : 0.0, ones = with ? missing[1] : 0.0;
        const double *zero = plane(0), *one = plane(1);
        const auto worth = [&](double left_zeros, double left_ones) {
            const double w = left_zeros + left_ones, d = left_ones * n - all * w;
            const double scale = n * n * w * (n - w);
            return scale > 0 ? (d * d + d * d) / scale : 0.0;
        };
        for (int b = 0; b < bins; ++b) {
            const double z = zero[b] + zeros, o = one[b] + ones;
            const double z2 = zero[b + 1] + zeros, o2 = one[b + 1] + ones;
            edge[with][b] = worth(z2, o2);
            bound[with][b] = std::max(worth(z2, o), worth(z, o2)) * (1.0 + 1e-9);
        }
    }

    // An information gain: what n log n says of each class and side is known once an edge.
    void judge_information(int with, const Place &place) {
        const Information known(place);
        const double n = place.weight;
        double weight[PLACES + 1] = {}, sum[PLACES + 1], top[PLACES], term[2][PLACES + 1];
        std::fill_n(sum, bins + 1, -known.all), std::fill_n(top, bins, -known.all);
        for (int k = 0; k < classes; ++k) {
            double *const here = term[k % 2];
            for (int b = 0; b <= bins; ++b) {
                const double held = count(k, b, with);
                weight[b] += held, here[b] = known.both(held, place.whole[k]), sum[b] += here[b];
            }
            for (int b = 0; b < bins; ++b) top[b] += std::max(here[b], here[b + 1]);
        }
        // Of two classes an information gain grows to either side of where both have the same share, so
        // that it is greatest where all rows of one come first.
        const auto corner = [&](int zeros, int ones) {
            const double held = count(0, zeros, with) + count(1, ones, with);
            return term[0][zeros] + term[1][ones] - known.both(held, n) - known.all;
        };
        if (classes > 2) bound_squares(with, weight, place, bound[with]);
        for (int b = 0; b < bins; ++b) {
            edge[with][b] = std::max((sum[b + 1] - known.both(weight[b + 1], n)) / n, 0.0);
            if (rows_in(b) < 2) continue;  // no cut lies inside
            const auto bounded = [&](double most) { return most / n * (1.0 + 1e-9) + 1e-12; };
            if (classes == 2) {
                bound[with][b] = bounded(std::max(corner(b, b + 1), corner(b + 1, b)));
                continue;
            }
            const double middle = std::min(std::max(0.5 * n, weight[b]), weight[b + 1]);
            bound[with][b] = std::min(bounded(top[b] - known.both(middle, n)), bound[with][b]);
        }
    }

    double count(int k, int bin, bool with) const { return plane(k)[bin] + (with ? missing[k] : 0.0); }

    // The gains of the best edges as they should be, of which so far all but the last digits are known.
    void reckon_best(int with, const Place &place) {
        double best = NONE;
        for (int b = 0; b < bins; ++b) best = std::max(best, edge[with][b]);
        std::vector<double> held(classes);
        for (int b = 0; b < bins; ++b) {
            if (edge[with][b] == NONE || edge[with][b] < best - 1e-8) continue;
            side(b + 1, with, held.data(), classes);
            edge[with][b] = gain_of(held.data(), place);
        }
    }

    // Several classes. Written for wide registers: class by class, of all bins at once.
    void judge_any(int with, const Place &place) {
        const double n = place.weight;
        double weight[PLACES + 1] = {}, squares[PLACES] = {};
        each_class(with, place, [&](double, double, const double *held, double gone) {
            for (int b = 0; b <= bins; ++b) weight[b] += held[b] + gone;
        });
        each_class(with, place, [&](double whole, double, const double *held, double gone) {
            for (int b = 0; b < bins; ++b) {
                const double off = (held[b + 1] + gone) * n - whole * weight[b + 1];
                squares[b] += off * off;
            }
        });
        for (int b = 0; b < bins; ++b) {
            const double scale = n * n * weight[b + 1] * (n - weight[b + 1]);
            edge[with][b] = scale > 0 ? squares[b] / scale : NONE;
        }
        bound_squares(with, weight, place, bound[with]);
    }

    // body(all rows' weight of a class, what its squares count, its plane, its missing rows)
    template <class Body>
    void each_class(int with, const Place &place, const Body &body) const {
        const bool entropy = place.task->criterion == Criterion::entropy;
        for (int k = 0; k < classes; ++k) {
            const double share = entropy ? over_share(place, static_cast<size_t>(k)) / NATS : 1.0;
            if (place.whole[k] > 0) body(place.whole[k], share, plane(k), with ? missing[k] : 0.0);
        }
    }

    // The greatest gains of boxes, from what each class and the weight can come to on their own.
    void bound_squares(int with, const double *weight, const Place &place, double *bounds) const {
        const bool entropy = place.task->criterion == Criterion::entropy;
        const double n = place.weight;
        double sum[PLACES] = {}, first[PLACES] = {}, second[PLACES] = {};
        each_class(with, place, [&](double whole, double share, const double *held, double gone) {
            const double rest = n - whole, part = whole * whole / n;
            for (int b = 0; b < bins; ++b) {
                const double low = held[b] + gone, high = held[b + 1] + gone, least = weight[b], most = weight[b + 1];
                const double up = high * rest - whole * (least - low), down = low * rest - whole * (most - high);
                const double a = up * up, c = down * down;
                sum[b] += (a > c ? a : c) * share;
                first[b] += (whole - low) * (whole - low) - part * (n - most);
                second[b] += high * high - part * least;
            }
        });
        constexpr double ANY = std::numeric_limits<double>::infinity();
        const double stray = 8 * EPS * n * n;
        for (int b = 0; b < bins; ++b) {
            const double least = weight[b], most = weight[b + 1];
            const double scale = n * n * std::min(least * (n - least), most * (n - most));
            // Close to either end: a side's own squares are at most its weight. Squares of all rows leave little
            // there, and are rounded.
            const double high_end = !entropy && n > most ? (most + (first[b] + stray) / (n - most)) / n : ANY;
            const double low_end = !entropy && least > 0 ? (n - least + (second[b] + stray) / least) / n : ANY;
            bounds[b] = std::min({scale > 0 ? sum[b] / scale : ANY, high_end, low_end}) * (1.0 + 1e-9);
        }
    }

    // A regression. Inside a bin a sum strays from the straight line by what the values scatter
    // (Cauchy, Schwarz). Written for wide registers; the bins at either end follow by themselves.
    void judge_values(int with, const Place &place) {
        const double w = place.weight, s = place.whole[1], ww = w * w, shift = place.shift;
        const double gone = with ? missing[0] : 0.0, more = with ? missing[1] : 0.0;
        const double *weight = plane(0), *sum = plane(1), *square = plane(2);
        const double noise = 1e-9 * square[bins];
        double *const edges = edge[with], *const bounds = bound[with];
        for (int b = 0; b < bins; ++b) {
            const double left = weight[b] + gone, right = weight[b + 1] + gone;
            const double before_it = sum[b] + more, upto_it = sum[b + 1] + more;
            const double off = upto_it * w - s * right, scale = ww * right * (w - right);
            edges[b] = scale > 0 ? off * off / scale : NONE;
            const double held = right - left, raw = upto_it - before_it + shift * held;
            const double rest = square[b + 1] - square[b] - raw * raw / held;
            const double scatter = (rest > 0 ? rest : 0.0) + noise;
            const double stray = 0.5 * std::sqrt(scatter * held) * w;
            const double low = std::fabs(before_it * w - s * left) + stray;
            const double high = std::fabs(off) + stray;
            const double at_low = low * low / (ww * left * (w - left)), at_high = high * high / scale;
            bounds[b] = (1.0 + 1e-9) * (at_low > at_high ? at_low : at_high);
        }
        const double tiny = 1e-9 * w;
        for (int b = 0; b < bins && weight[b] + gone <= tiny; ++b)
            bounds[b] = bound_at_end(b, w - weight[b + 1] - gone, place);
        for (int b = bins - 1; b >= 0 && weight[b] + gone > tiny && w - weight[b + 1] - gone <= tiny; --b)
            bounds[b] = bound_at_end(b, weight[b] + gone, place);
    }

    // Of a bin at either end of the column; `rest` is the weight on the far side of it.
    double bound_at_end(int bin, double rest, const Place &place) const {
        const double w = place.weight, weight = plane(0)[bin + 1] - plane(0)[bin];
        if (!(rest > 1e-9 * w)) return std::numeric_limits<double>::infinity();
        if (!(weight > 0)) return NONE;
        const double sum = plane(1)[bin + 1] - plane(1)[bin], raw = sum + place.shift * weight;
        const double squares = plane(2)[bin + 1] - plane(2)[bin];
        const double scatter = std::max(squares - raw * raw / weight, 0.0) + 1e-9 * plane(2)[bins];
        const double d = std::sqrt(weight) * std::fabs(sum / weight * w - place.whole[1]) + w * std::sqrt(scatter);
        return d * d / (w * w * rest) * (1.0 + 1e-9);
    }
};
