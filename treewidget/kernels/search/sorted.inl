// Small nodes: a search goes through the sorted lists of their chunk.

struct Chunk : Lists {
    Ways ways;
    std::vector<Pick> picks;
    std::vector<double> hopes;
    double most = NONE;  // of them
    Present present;
    std::vector<uint32_t> borders;  // the first number of each class that is present
    ByTarget targets;               // by absolute errors: of the node that is looked at,
    Series series;                  // of a column
    Medians medians;

    using Lists::Lists;

    Pick search(Stretch &node, const Place &place) {
        Pick pick = place.rows == 2 && !task.by_medians() ? only_cut(node, place) : Pick();
        if (pick.column < 0) pick = best_of(node, place);
        if (pick.column < 0 || !data.columns[pick.column].ordered) return pick;
        // Until here `pick.at` is the cut's position in the list.
        const uint32_t *entries = list(pick.column), last = static_cast<uint32_t>(pick.at);
        pick.known = last + 1 == known_end(entries, node);
        pick.at = static_cast<int32_t>(rank_of(entries[last]));
        if (pick.known) {
            pick.missing = 1;
        } else {
            pick.by_row = true;
            pick.low = static_cast<int32_t>(global[row_of(entries[last])]);
            pick.high = static_cast<int32_t>(global[row_of(entries[last + 1])]);
        }
        return pick;
    }

    // Columns that part two rows by their values gain what one row or the other as the lower one
    // gains, which differ by rounding alone. A full tree of a regression ends in such nodes.
    Pick only_cut(const Stretch &node, const Place &place) {
        Pick pick;
        double gains[2];
        for (int lower = 0; lower < 2; ++lower) {
            ways.side.assign(data.searched(), 0.0);
            local.add(ways.side.data(), order()[node.begin + lower], false);
            place.recentre(ways.side.data());
            gains[lower] = gain_of(ways.side.data(), place);
            if (!place.allows(1, weight_of(ways.side.data(), data.classes)) || gains[lower] == NONE) return pick;
        }
        for (uint32_t i = 0; i < node.column_count; ++i) {
            const uint32_t column = alive[node.columns + i], *entries = list(column) + node.begin;
            const bool parts = rank_of(entries[0]) != rank_of(entries[1]) && rank_of(entries[1]) != RANK_MISSING;
            if (!data.columns[column].ordered || !parts) return {};
            const int lower = row_of(entries[0]) != order()[node.begin];
            if (gains[lower] <= pick.gain) continue;
            pick.gain = gains[lower], pick.column = static_cast<int>(column), pick.at = static_cast<int32_t>(node.begin);
            if (gains[lower] >= place.floor(gains[!lower])) break;
        }
        return pick;
    }

    Pick best_of(Stretch &node, const Place &place) {
        picks.clear();
        find_present(place);
        double best = glance(node, place), found = NONE;
        for (uint32_t i = 0; i < node.column_count; ++i) {
            const int column = alive[node.columns + i];
            if (hopes[i] < place.cutoff(best)) continue;
            Pick pick = task.by_medians() ? search_series(column, node, place, best)
                        : data.columns[column].ordered ? search_list(column, node, place, best)
                                                     : search_levels(column, levels(column, node), place, ways);
            if (pick.column < 0) continue;
            const double gain = pick.gain;
            picks.push_back(std::move(pick));
            // None can be better than the first of those that tie with the best there may be.
            if (gain >= place.floor(most) && found < place.floor(gain)) break;
            found = std::max(found, gain), best = std::max(best, gain);
        }
        return chosen(picks, place);
    }

    void find_present(const Place &place) {
        borders.clear();
        const bool one_by_one = data.counts() || data.classes > FEW_CLASSES;  // else a glance pays all the same
        if (!data.classes || (!WIDE && one_by_one)) return;
        present.find(place);
        for (const size_t k : present.classes) borders.push_back(local.borders[k]);
    }

    // Keep in `ways.side` what it says of classes that are present.
    void narrow_side() {
        for (size_t j = 0; j < borders.size(); ++j) ways.side[j] = ways.side[present.classes[j]];
    }

    // What each column gains at most, as far as a glance tells; returns what the best gains at least.
    double glance(Stretch &node, const Place &place) {
        if (task.by_medians()) {
            hopes.assign(node.column_count, most = std::numeric_limits<double>::infinity());
            return NONE;
        }
        const double all = data.counts() ? place.impurity * (1.0 + 0.1 * TIE) : most_of_few(node, place);
        hopes.assign(node.column_count, all);
        most = all;
        if (data.counts() || all < std::numeric_limits<double>::infinity()) return NONE;
        if (!data.weights) return !WIDE || has_worths() ? skim(node, place) : NONE;
        if (task.leaf_weight > 0 || task.criterion == Criterion::entropy) return NONE;
        if (!data.classes) return glance<0>(node, place);
        return borders.size() < 2 ? NONE : glance<2>(node, present.place);
    }

    template <int classes>
    double glance(const Stretch &node, const Place &place) {
        if (place.target->classes > classes) {
            if constexpr (classes && classes < FEW_CLASSES) return glance<classes + 1>(node, place);
            return NONE;
        }
        return look_through(node, Glance<classes>(place, local, borders.data()));
    }

    double skim(Stretch &node, const Place &place) {
        if (!WIDE) return look_through(node, Skim(place, {place.shift, 1}));
        if (!node.scale.serves(place)) lay_out(node, place);
        return node.scale.squares() ? look_through(node, Skim(place, node.scale)) : NONE;
    }

    // Have a look along all lists.
    template <class Look>
    double look_through(const Stretch &node, Look look) {
        most = NONE;
        for (uint32_t i = 0; i < node.column_count; ++i) {
            const uint32_t column = alive[node.columns + i];
            if (data.columns[column].ordered) hopes[i] = most_of_list(column, node, look);
            most = std::max(most, hopes[i]);
        }
        return look.sure();
    }

    // What a column's rows are worth, as they are skimmed.
    auto skimmed(uint32_t column) {
        if constexpr (WIDE) return static_cast<const float *>(worth(column));
        else return local.values;
    }

    // What the lines of a list gain at most, against missing rows and with them.
    double most_of_list(uint32_t column, const Stretch &node, Skim &look) {
        const uint32_t *entries = list(column), end = known_end(entries, node);
        const auto held = skimmed(column);
        double top = look.best(entries, held, node.begin, end, 0);
        if (end < node.end) top = std::max(top, look.best(entries, held, node.begin, end, node.end - end));
        return look.most(top);
    }
    template <int classes>
    double most_of_list(uint32_t column, const Stretch &node, Glance<classes> &look) {
        const uint32_t *entries = list(column), end = known_end(entries, node);
        ways.side.assign(data.searched(), 0.0);
        double top = look.best(entries, node.begin, end, 0, ways.side.data());
        for (uint32_t j = end; j < node.end; ++j) local.add(ways.side.data(), row_of(entries[j]), false);
        narrow_side();
        if (end < node.end) top = std::max(top, look.best(entries, node.begin, end, node.end - end, ways.side.data()));
        return look.most(top);
    }

    // What no split of a few rows gains more than, which is their best cut by the target itself;
    // infinity where that is not asked. A column that reaches it spares a look at all the others.
    double most_of_few(const Stretch &node, const Place &place) {
        constexpr uint32_t MOST = 5;
        const uint32_t size = node.end - node.begin;
        if (data.weights || size > MOST) return std::numeric_limits<double>::infinity();
        double held[MOST], best = 0, side[2] = {0, 0};
        for (uint32_t i = 0; i < size; ++i) held[i] = local.values[order()[node.begin + i]] - place.shift;
        std::sort(held, held + size);
        for (uint32_t i = 0; i + 1 < size; ++i) {
            side[0] += 1, side[1] += held[i];
            best = std::max(best, gain_of(side, place));
        }
        return best + slack_of(place);
    }

    // The lines of a list, as Ways goes through them.
    struct Walked {
        const Chunk &home;
        const uint32_t *entries;
        const Target &target() const { return home.local; }
        uint32_t row(size_t i) const { return row_of(entries[i]); }
        size_t label(size_t i) const { return static_cast<size_t>(home.local.labels[row(i)]); }
        size_t kind(size_t i) const { return label(i); }
        double weight(size_t i) const { return home.local.weights[row(i)]; }
        bool ends(size_t i) const { return rank_of(entries[i]) != rank_of(entries[i + 1]); }
        int32_t at(size_t i) const { return static_cast<int32_t>(i); }
    };

    // Put a node's rows in the order of their target; returns their mean absolute error.
    double order_targets(const Stretch &node) {
        return targets.fill(local, {by_target.data() + node.begin, node.end - node.begin}, size);
    }

    Pick search_series(int column, const Stretch &node, const Place &place, double best) {
        const uint32_t *entries = list(column), end = known_end(entries, node);
        series.known = end - node.begin;
        series.places.resize(node.end - node.begin), series.ends.resize(series.known);
        for (uint32_t i = node.begin; i < node.end; ++i) series.places[i - node.begin] = targets.place_of[row_of(entries[i])];
        for (uint32_t i = node.begin; i < end; ++i)
            series.ends[i - node.begin] = i + 1 == end || rank_of(entries[i]) != rank_of(entries[i + 1]);
        if (!data.columns[column].ordered)
            return search_levels(column, levels(column, node), targets, series, place, medians, ways);
        ways.clear(place.cutoff(best));
        medians.walk(ways, targets, series, place, [&](size_t i) { return static_cast<int32_t>(node.begin + i); });
        return ways.pick(column, node.end - end, place);
    }

    Pick search_list(int column, const Stretch &node, const Place &place, double best) {
        const uint32_t *entries = list(column);
        const uint32_t end = known_end(entries, node), missing = node.end - end;
        if (end == node.begin) return {};
        ways.clear(place.cutoff(best));
        const bool in_lanes = WIDE && in_blocks(present.target, task.criterion);
        for (int with = 0; with <= (missing > 0); ++with) {
            ways.side.assign(data.searched(), 0.0);
            for (uint32_t i = end; with && i < node.end; ++i)
                local.add(ways.side.data(), row_of(entries[i]), false);
            place.recentre(ways.side.data());
            const uint32_t gone = with ? missing : 0;
            if (in_lanes) {
                narrow_side();
                const auto offer = task.criterion == Criterion::entropy ? offer_blocks<true> : offer_blocks<false>;
                offer(ways, with > 0, present.place, borders.data(), entries, node.begin, end, gone);
                continue;
            }
            ways.walk(with, Walked{*this, entries}, node.begin, end, gone, place);
        }
        return ways.pick(column, missing, place);
    }
};
