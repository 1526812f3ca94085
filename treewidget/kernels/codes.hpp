// Codes of a column's rows, -1 where missing: as int32, or of a long column in fewer bytes.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// Words of four bytes that begin `width` bytes apart. The upper bytes of a narrow one are its row's code and one
// more, the lower ones are of rows before; in front of the first row lie as many that are nobody's.
struct Codes {
    const uint8_t *words = nullptr;
    uint32_t width = 4, shift = 0, more = 0;

    Codes() = default;
    explicit Codes(const int32_t *codes) : words(reinterpret_cast<const uint8_t *>(codes)) {}
    Codes(const uint8_t *words, uint32_t width) : words(words), width(width), shift(8 * (4 - width)), more(1) {}

    explicit operator bool() const { return words; }
    bool narrow() const { return width < 4; }
    // Whether so many bytes hold the codes of so many rows.
    static bool fit(size_t bytes, size_t rows, uint32_t width) {
        return width >= 1 && width < 4 && bytes == rows * width + (4 - width);
    }
    // As int32, where they are.
    const int32_t *wide() const { return reinterpret_cast<const int32_t *>(words); }
    int32_t operator[](size_t row) const {
        uint32_t word;
        std::memcpy(&word, words + row * width, 4);
        return static_cast<int32_t>((word >> shift) - more);
    }
    void fetch(size_t row) const { __builtin_prefetch(words + row * width); }
};

// What goes through many of them, once for either kind.
template <class Body>
auto reading(const Codes &codes, const Body &body) {
    return codes.narrow() ? body(codes) : body(codes.wide());
}

// Write codes in so few bytes each.
void narrow(Slice<const int32_t> codes, uint32_t width, uint8_t *to);

}  // namespace treewidget
