// Ranks by sorting, which distributes twice and then has next to nothing left to compare: first by
// the leading bits, into buckets of a few thousand values that stay in the cache, then each bucket
// by its next bits, into as many places as it has values.
#include "coding/rank.hpp"

namespace treewidget {

namespace {

// A value on its way, with the row it came from: both in 64 bits where they fit.
struct Wide {
    uint64_t key;
    uint64_t row;
};

uint64_t order_of(const Wide &entry) { return entry.key; }
uint64_t order_of(uint64_t entry) { return entry; }

template <class Entry>
bool before(const Entry &a, const Entry &b) {
    return order_of(a) < order_of(b);
}

// How far to shift numbers up to `width` so that they stay below `places` (a power of two).
int shift_for(uint64_t width, size_t places) {
    int shift = 0;
    while (width >> shift >= places) ++shift;
    return shift;
}

constexpr size_t CROWD = 24;  // more than so many values at one place are distributed again
constexpr int DEEPEST = 4;    // and after so many times, compared

// Move entries to `out` in order. `counts` has room for twice as many and one more.
template <class Entry>
void sort_into(Entry *out, Slice<Entry> entries, uint32_t *counts, int depth = 0) {
    uint64_t low = ~uint64_t{0}, high = 0;
    for (const Entry &entry : entries) {
        low = std::min(low, order_of(entry));
        high = std::max(high, order_of(entry));
    }
    size_t places = 2;
    while (places < entries.size) places *= 2;
    const int shift = shift_for(high - low, places);
    std::fill(counts, counts + places + 1, 0);
    for (const Entry &entry : entries) ++counts[((order_of(entry) - low) >> shift) + 1];
    std::vector<std::pair<uint32_t, uint32_t>> crowds;
    for (size_t place = 0; place < places; ++place) {
        if (counts[place + 1] > CROWD) crowds.push_back({counts[place], counts[place + 1]});
        counts[place + 1] += counts[place];
    }
    for (const Entry &entry : entries) out[counts[(order_of(entry) - low) >> shift]++] = entry;
    for (const auto &[begin, size] : crowds) {
        const Slice<Entry> crowd{out + begin, size};
        if (std::is_sorted(crowd.begin(), crowd.end(), before<Entry>)) continue;
        if (depth == DEEPEST) {
            std::sort(crowd.begin(), crowd.end(), before<Entry>);
        } else {
            sort_into(entries.data + begin, crowd, counts, depth + 1);
            std::copy_n(entries.data + begin, size, crowd.data);
        }
    }
    for (size_t i = 1; i < entries.size; ++i) {  // what is left to do
        if (!before(out[i], out[i - 1])) continue;
        const Entry entry = out[i];
        size_t j = i;
        do out[j] = out[j - 1];
        while (--j && before(entry, out[j - 1]));
        out[j] = entry;
    }
}

constexpr int CELL_BITS = 17;  // at most; of few values going through so many cells were most of the work
constexpr size_t BUCKET = 2048;  // values in a bucket, about: two copies stay in the cache

// Where the values of each cell (some leading bits) go: neighbouring cells share a bucket.
struct Buckets {
    uint64_t low = 0;
    int bits = 1, shift;
    std::vector<uint32_t> of_cell;
    std::vector<size_t> begins{0};  // and where the last one ends
    size_t largest = 0;

    explicit Buckets(size_t values) {
        while (bits < CELL_BITS && values >> bits) ++bits;
        shift = 64 - bits;
    }

    size_t cells() const { return size_t{1} << bits; }

    uint32_t operator()(uint64_t key) const { return of_cell[(key - low) >> shift]; }

    void close(size_t end) {
        largest = std::max(largest, end - begins.back());
        begins.push_back(end);
    }

    // Share the cells out, given how many values each one has.
    void share(std::vector<uint32_t> counts) {
        size_t end = 0;
        for (uint32_t &count : counts) {
            const size_t held = end - begins.back();
            if (held && held + count > BUCKET) close(end);
            end += count;
            count = static_cast<uint32_t>(begins.size() - 1);
        }
        close(end);
        of_cell = std::move(counts);
    }
};

// What is known of a column's keys after going through them once.
struct Survey {
    uint64_t low = ~uint64_t{0}, high = 0;
    size_t count = 0;
    uint64_t varying = 0;  // bits that are not the same in all keys
    Buckets buckets;
    explicit Survey(size_t values) : buckets(values) {}
    uint64_t width() const { return high - low; }
};

Survey survey_of(const Values &values) {
    Survey survey(values.size);
    std::vector<uint32_t> counts(survey.buckets.cells());
    uint64_t low = ~uint64_t{0}, high = 0, every = ~uint64_t{0}, any = 0;
    size_t count = 0;
    values.each([&, to = counts.data(), shift = survey.buckets.shift](size_t, uint64_t key) {
        low = std::min(low, key);
        high = std::max(high, key);
        every &= key;
        any |= key;
        ++to[key >> shift];
        ++count;
    });
    survey.low = low, survey.high = high, survey.count = count;
    survey.varying = every ^ any;
    survey.buckets.share(std::move(counts));
    return survey;
}

// The same with the cells spread over the range of the keys: for keys that begin with the same bits.
void survey_again(const Values &values, Survey &survey) {
    Buckets buckets(values.size);
    buckets.low = survey.low;
    buckets.shift = shift_for(survey.width(), buckets.cells());
    std::vector<uint32_t> counts(buckets.cells());
    values.each([&](size_t, uint64_t key) {
        ++counts[(key - buckets.low) >> buckets.shift];
    });
    buckets.share(std::move(counts));
    survey.buckets = std::move(buckets);
}

// Ranks on their way back to their rows. They would go anywhere in `codes`; so they first go to the
// block their row is in, and from there to a stretch that stays in the cache.
class Homing {
  public:
    Homing(size_t rows, Scratch &scratch) : all_(scratch.room<uint64_t>(rows)) {
        for (size_t begin = 0; begin < rows; begin += BLOCK) next_.push_back(all_ + begin);
    }

    void send(uint64_t row, uint32_t rank) { *next_[row / BLOCK]++ = row << 32 | rank; }

    void arrive(int32_t *codes) const {
        for (size_t block = 0; block < next_.size(); ++block)
            for (const uint64_t *at = all_ + block * BLOCK; at < next_[block]; ++at)
                codes[*at >> 32] = static_cast<int32_t>(*at);
    }

  private:
    static constexpr size_t BLOCK = size_t{1} << 15;
    uint64_t *all_;
    std::vector<uint64_t *> next_;
};

// Sort by way of entries that `make(row, key)` makes; `key_of` and `row_of` read them.
template <class Entry, class Make, class KeyOf, class RowOf>
Slice<uint64_t> rank_by(const Values &values, const Survey &survey, int32_t *codes,
                        Workshop &workshop, const Make &make, const KeyOf &key_of,
                        const RowOf &row_of) {
    const Buckets &buckets = survey.buckets;
    Entry *entries = workshop.entries.room<Entry>(survey.count);
    std::vector<size_t> next(buckets.begins.begin(), buckets.begins.end() - 1);
    values.each(
        [=, to = next.data(), of_cell = buckets.of_cell.data(), low = buckets.low,
         shift = buckets.shift](size_t row, uint64_t key) {
            entries[to[of_cell[(key - low) >> shift]]++] = make(row, key);
        },
        [=](size_t row) { codes[row] = -1; });
    // What a bucket held is done with once it is sorted: its keys go there.
    uint64_t *found = reinterpret_cast<uint64_t *>(entries);
    Entry *sorted = workshop.bucket.room<Entry>(buckets.largest);
    uint32_t *counts = workshop.counts.room<uint32_t>(2 * buckets.largest + 3);
    Homing homing(values.size, workshop.ranks);
    uint32_t distinct = 0;
    for (size_t bucket = 0; bucket + 1 < buckets.begins.size(); ++bucket) {
        workshop.check();
        const size_t begin = buckets.begins[bucket], size = buckets.begins[bucket + 1] - begin;
        sort_into(sorted, Slice<Entry>{entries + begin, size}, counts);
        for (size_t i = 0; i < size; ++i) {  // no key of a bucket is in another
            const uint64_t key = key_of(sorted[i]);
            if (!i || key != key_of(sorted[i - 1])) found[distinct++] = key;
            homing.send(row_of(sorted[i]), distinct - 1);
        }
    }
    workshop.check();
    homing.arrive(codes);
    return {found, distinct};
}

}  // namespace

Slice<uint64_t> rank_sorted(const Values &values, int32_t *codes, Workshop &workshop) {
    Survey survey = survey_of(values);
    constexpr size_t TOO_LARGE = size_t{1} << 14;
    if (survey.buckets.largest > std::max(TOO_LARGE, survey.count / 32))
        survey_again(values, survey);
    workshop.check();
    const uint64_t low = survey.low;
    int zeros = 0, row_bits = 1;  // zeros at the end of all keys alike
    while (zeros < 63 && !(survey.varying >> zeros & 1)) ++zeros;
    while (values.size >> row_bits) ++row_bits;
    if (survey.width() >> zeros > ~uint64_t{0} >> row_bits)
        return rank_by<Wide>(
            values, survey, codes, workshop,
            [](uint64_t row, uint64_t key) { return Wide{key, row}; },
            [](const Wide &entry) { return entry.key; },
            [](const Wide &entry) { return entry.row; });
    const uint64_t rows = (uint64_t{1} << row_bits) - 1;
    return rank_by<uint64_t>(
        values, survey, codes, workshop,
        [=](uint64_t row, uint64_t key) { return (key - low) >> zeros << row_bits | row; },
        [=](uint64_t entry) { return low + (entry >> row_bits << zeros); },
        [=](uint64_t entry) { return entry & rows; });
}

}  // namespace treewidget
