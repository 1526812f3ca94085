// Tasks spread over threads. What a task computes must depend on its number alone, never on the
// thread that runs it: then the number of threads cannot change a result.
#pragma once

#include "kernel.hpp"

namespace treewidget {

// Call `body`, with what it is called on, for every task below `tasks`: see parallel.
void spread(size_t tasks, int threads, const void *on, void (*body)(const void *on, size_t task));

// Call body(task) for every task below `tasks`, on at most `threads` threads, this one among them.
// The first exception is thrown again here, after every thread has come home.
template <class Body>
void parallel(size_t tasks, int threads, const Body &body) {
    if (threads > 1 && tasks > 1)
        return spread(tasks, threads, &body, [](const void *on, size_t task) { (*static_cast<const Body *>(on))(task); });
    for (size_t task = 0; task < tasks; ++task) body(task);
}

}  // namespace treewidget
