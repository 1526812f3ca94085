// Large stretches of memory, and those that were given back lately.
#pragma once

#include <cstdlib>
#include <mutex>
#include <new>

#if defined(__linux__)
#include <malloc.h>
#include <sys/mman.h>
#endif

#include "kernel.hpp"

namespace treewidget {

constexpr size_t PAGE = size_t{1} << 21;  // a large one
constexpr size_t LARGE = 2 * PAGE;        // from so many bytes on stretches lie in large pages

#if defined(__linux__)

// Who asks for as much again finds pages that need not be cleared: that is a tenth of a growth, and a third
// where the machine itself is a guest of another. A few are kept as the C library would; of more the system may
// have all whenever it is short of memory. They go before more is asked for, so that they add nothing to a peak.
class Reserve {
  public:
    static Reserve &all() {
        static Reserve *const one = new Reserve();  // arrays of Python's may outlive all else
        return *one;
    }

    void *take(size_t bytes) {
        if (void *const kept = find(bytes)) return kept;
        void *const memory = std::aligned_alloc(PAGE, bytes);
        if (memory) madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    }

    // Where there is no memory to note it down, it is free at once.
    void give(void *memory) noexcept try {
        Block block(memory);
        std::vector<Block> gone;  // freed once the lock is
        const size_t size = size_of(block);
        const std::lock_guard<std::mutex> lock(guard_);
        idle_.push_back(std::move(block)), held_ += size;
        if (held_ > KEPT) madvise(memory, size / PAGE * PAGE, MADV_FREE);
        while (held_ > MOST) gone.push_back(pull(0));
    } catch (const std::bad_alloc &) {
    }

  private:
    // The C library keeps what is no larger than the largest stretch that it was given back so far. It sees none of
    // those here, and would have the system clear pages for all smaller ones, so it is shown one.
    Reserve() {
        void *volatile const shown = std::malloc(SHOWN);  // a compiler would leave it out
        std::free(shown);
    }

    struct Freed {
        void operator()(void *it) const { std::free(it); }
    };
    using Block = std::unique_ptr<void, Freed>;
    static constexpr size_t KEPT = size_t{32} << 20, MOST = size_t{256} << 20, SHOWN = size_t{10} << 20, TIMES = 2;
    static size_t size_of(const Block &block) { return malloc_usable_size(block.get()); }

    // The least stretch that fits and is not much too large; null where there is none, and then as much is let go.
    void *find(size_t bytes) {
        std::vector<Block> gone;
        const std::lock_guard<std::mutex> lock(guard_);
        size_t best = idle_.size(), least = TIMES * bytes + 1;
        for (size_t i = 0; i < idle_.size(); ++i)
            if (const size_t size = size_of(idle_[i]); size >= bytes && size < least) best = i, least = size;
        if (best < idle_.size()) return pull(best).release();
        for (size_t size = 0; size < bytes && !idle_.empty(); size += size_of(gone.back())) gone.push_back(pull(0));
        return nullptr;
    }

    Block pull(size_t at) {
        Block block = std::move(idle_[at]);
        idle_.erase(idle_.begin() + static_cast<std::ptrdiff_t>(at));
        held_ -= size_of(block);
        return block;
    }

    std::mutex guard_;
    std::vector<Block> idle_;
    size_t held_ = 0;
};

#endif

// So many bytes, unwritten; null where there is no memory.
inline void *stretch_of(size_t bytes) {
#if defined(__linux__)
    if (bytes >= LARGE)
        if (void *const memory = Reserve::all().take((bytes + PAGE - 1) / PAGE * PAGE)) return memory;
#endif
    return std::malloc(bytes);
}

inline void give_back(void *it) noexcept {
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)  // which watches what is free
    const bool whole = reinterpret_cast<std::uintptr_t>(it) % PAGE == 0;
    if (it && whole && malloc_usable_size(it) >= LARGE) return Reserve::all().give(it);
#endif
    std::free(it);
}

}  // namespace treewidget
