// Tasks spread over threads. What a task computes must depend on its number alone, never on the
// thread that runs it: then the number of threads cannot change a result.
#pragma once

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "kernel.hpp"

namespace treewidget {

// Call body(task) for every task below `tasks`, on at most `threads` threads, this one among them.
// The first exception is thrown again here, after every thread has come home.
template <class Body>
void parallel(size_t tasks, int threads, const Body &body) {
    std::atomic<size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    auto work = [&]() noexcept {
        // A thread's first look at exceptions asks for memory, and where there is none left the C library ends
        // the process: so it is taken before anything is. Volatile, or a compiler leaves it out.
        [[maybe_unused]] volatile int looked = std::uncaught_exceptions();
        for (size_t task; (task = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) {
            try {
                body(task);
            } catch (...) {
                std::lock_guard<std::mutex> lock(guard);
                if (!failure) failure = std::current_exception();
                next.store(tasks, std::memory_order_relaxed);
            }
        }
    };
    std::vector<std::thread> others;
    const size_t wanted = std::min<size_t>(tasks, threads < 1 ? 1 : threads);
    try {
        others.reserve(wanted);
        while (others.size() + 1 < wanted) others.emplace_back(work);
    } catch (const std::system_error &) {
        // No more threads to be had: those there are do it all.
    } catch (const std::bad_alloc &) {
    }
    work();
    for (auto &thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace treewidget
