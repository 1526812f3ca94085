#include "codes.hpp"

namespace treewidget {

namespace {

// The lowest bytes come first: all machines that nanobind-backend is for have them there.
template <class T>
void write(Slice<const int32_t> codes, uint8_t *to) {
    for (size_t i = 0; i < codes.size; ++i) {
        const T code = static_cast<T>(codes[i] + 1);
        std::memcpy(to + i * sizeof code, &code, sizeof code);
    }
}

// Two codes and what the next one begins with fill a word of eight bytes.
void write_three(Slice<const int32_t> codes, uint8_t *to) {
    size_t i = 0;
    const auto more = [&](size_t at) { return uint64_t{static_cast<uint32_t>(codes[i + at] + 1)}; };
    for (; i + 3 <= codes.size; i += 2) {
        const uint64_t word = more(0) | more(1) << 24 | more(2) << 48;
        std::memcpy(to + 3 * i, &word, sizeof word);
    }
    for (; i < codes.size; ++i) {
        const uint64_t code = more(0);
        std::memcpy(to + 3 * i, &code, 3);
    }
}

}  // namespace

void narrow(Slice<const int32_t> codes, uint32_t width, uint8_t *to) {
    std::memset(to, 0, 4 - width);
    to += 4 - width;
    if (width == 3) write_three(codes, to);
    else if (width == 2) write<uint16_t>(codes, to);
    else write<uint8_t>(codes, to);
}

}  // namespace treewidget
