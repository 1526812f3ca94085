#include "counting/follow.hpp"

#include "threads.hpp"

namespace treewidget {

namespace {

constexpr size_t TOGETHER = 64;    // records that wait for memory at the same time
constexpr size_t SHARE = 1 << 14;  // of one thread

struct Following {
    const std::vector<Field> &fields;
    const Trail &trail;

    // The next line of a record; the same where it stays.
    int32_t next(int64_t record, int32_t line) const {
        const size_t here = static_cast<size_t>(line), column = static_cast<size_t>(trail.column[here]);
        if (column >= fields.size() || fields[column].holds == Field::Holds::nothing) return line;  // -1 is large
        const int32_t high = trail.other[here], low = line + 1;  // nobody can foretell which
        return high ^ ((high ^ low) & -int32_t{is_low(fields[column], record, here)});
    }

    bool is_low(const Field &field, int64_t record, size_t line) const {
        const uint64_t bits = trail.highest[line];
        if (field.missing && field.missing[record]) return trail.missing[line] == 0;
        if (field.holds == Field::Holds::doubles) {
            double highest;
            std::memcpy(&highest, &bits, sizeof highest);
            return field.at<double>(record) <= highest;
        }
        if (field.holds == Field::Holds::integers) return field.at<int64_t>(record) <= static_cast<int64_t>(bits);
        const int32_t code = field.code(record);
        return code < 0 ? trail.missing[line] == 0 : code <= static_cast<int64_t>(bits);
    }

    // A step of each in turn, until none goes on.
    void all(Slice<const int64_t> records, Slice<int32_t> at) const {
        uint32_t going[TOGETHER];
        for (uint32_t i = 0; i < records.size; ++i) going[i] = i;
        for (size_t left = records.size, kept; left; left = kept) {
            kept = 0;
            for (size_t j = 0; j < left; ++j) {
                const uint32_t i = going[j];
                const int32_t line = next(records[i], at[i]);
                going[kept] = i, kept += line != at[i];
                at[i] = line;
            }
        }
    }
};

}  // namespace

void follow(const std::vector<Field> &fields, const Trail &trail, Slice<const int64_t> records, Slice<int32_t> at,
            int threads) {
    const Following here{fields, trail};
    parallel((records.size + SHARE - 1) / SHARE, threads, [&](size_t share) {
        const size_t end = std::min((share + 1) * SHARE, records.size);
        for (size_t begin = share * SHARE; begin < end; begin += TOGETHER) {
            const size_t upto = std::min(begin + TOGETHER, end);
            here.all(records.part(begin, upto), at.part(begin, upto));
        }
    });
}

}  // namespace treewidget
