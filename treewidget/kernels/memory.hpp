// Memory in bulk. A page that is touched for the first time costs more than sorting what it holds,
// so large stretches ask for large pages, and scratch is kept from one use to the next.
#pragma once

#include <new>

#include "reserve.hpp"

namespace treewidget {

struct Freeing {
    void operator()(void *it) const { give_back(it); }
};

template <class T>
using Owned = std::unique_ptr<T[], Freeing>;

// Memory for so many values, unwritten.
template <class T>
Owned<T> bulk(size_t size) {
    static_assert(std::is_trivial<T>::value, "only plain values may start unwritten");
    void *const memory = stretch_of(std::max<size_t>(size, 1) * sizeof(T));
    if (!memory) throw std::bad_alloc();
    return Owned<T>(static_cast<T *>(memory));
}

// Memory that is left as it comes: a vector would write it twice.
template <class T>
struct Buffer {
    explicit Buffer(size_t size) : held(bulk<T>(size)), size(size) {}
    T &operator[](size_t i) const { return held[i]; }
    T *data() const { return held.get(); }
    Owned<T> held;
    size_t size;
};

// For vectors that become long.
template <class T>
struct BulkAllocator {
    using value_type = T;
    BulkAllocator() = default;
    template <class U>
    BulkAllocator(const BulkAllocator<U> &) {}
    T *allocate(size_t size) { return bulk<T>(size).release(); }
    void deallocate(T *it, size_t) { give_back(it); }
    template <class U>
    bool operator==(const BulkAllocator<U> &) const { return true; }
    template <class U>
    bool operator!=(const BulkAllocator<U> &) const { return false; }
};

template <class T>
using Long = std::vector<T, BulkAllocator<T>>;

// Memory that is there to be written over, again and again.
class Scratch {
  public:
    // Room for so many values; what was in it is lost.
    template <class T>
    T *room(size_t size) {
        if (size * sizeof(T) > bytes_) {
            memory_.reset();
            bytes_ = 0;
            memory_ = bulk<char>(size * sizeof(T));
            bytes_ = size * sizeof(T);
        }
        return reinterpret_cast<T *>(memory_.get());
    }

  private:
    Owned<char> memory_;
    size_t bytes_ = 0;
};

// What several threads take and give back, as the last one left it.
template <class T>
class Pool {
  public:
    T take() {
        const std::lock_guard<std::mutex> lock(guard_);
        if (idle_.empty()) return {};
        T one = std::move(idle_.back());
        idle_.pop_back();
        return one;
    }

    void give(T one) {
        const std::lock_guard<std::mutex> lock(guard_);
        idle_.push_back(std::move(one));
    }

  private:
    std::mutex guard_;
    std::vector<T> idle_;
};

}  // namespace treewidget
