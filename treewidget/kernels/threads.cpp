#include "threads.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#ifndef _WIN32
#include <unistd.h>
#endif

namespace treewidget {

namespace {

// How often a thread looks for what it waits for before it sleeps: some 25 microseconds or more. Growing has that
// much to do between two tasks for all, and to be woken takes as long.
constexpr int LOOKS = 1000;

template <class Ready>
void look_for(const Ready &ready) {
    for (int i = 0; i < LOOKS && !ready(); ++i) {
#ifdef TREEWIDGET_X86
        _mm_pause();
#endif
    }
}

// One call of spread, and who helps with it.
struct Job {
    const size_t tasks;
    const void *const on;
    void (*const body)(const void *on, size_t task);
    int places;                  // for more to help
    Job *following = nullptr;    // in the crew's list
    std::atomic<int> helping{0};
    std::atomic<size_t> next{0};
    std::exception_ptr failure;  // the first
    std::mutex guard;

    Job(size_t tasks, int helpers, const void *on, void (*body)(const void *, size_t))
        : tasks(tasks), on(on), body(body), places(helpers) {}

    void work() noexcept {
        for (size_t task; (task = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) {
            try {
                body(on, task);
            } catch (...) {
                const std::lock_guard<std::mutex> lock(guard);
                if (!failure) failure = std::current_exception();
                next.store(tasks, std::memory_order_relaxed);
            }
        }
    }
};

// The threads that help. They stay and wait: on a machine of many processors starting them takes longer than
// what is to be done at most nodes.
class Crew {
  public:
    const int owner;

    explicit Crew(int owner) : owner(owner) {}

    void run(Job &job) {
        {
            const std::lock_guard<std::mutex> lock(guard_);
            have(job.places);
            job.following = jobs_, jobs_ = &job;
            open_ += job.places;
        }
        called_.notify_all();
        job.work();
        std::unique_lock<std::mutex> lock(guard_);
        Job **link = &jobs_;
        while (*link != &job) link = &(*link)->following;
        *link = job.following;
        open_ -= job.places;
        lock.unlock();
        look_for([&] { return !job.helping; });
        lock.lock();
        home_.wait(lock, [&] { return !job.helping; });
    }

  private:
    std::mutex guard_;
    std::condition_variable called_, home_;
    Job *jobs_ = nullptr;
    std::atomic<int> open_{0};  // places of all jobs
    int threads_ = 0;

    void have(int threads) {
        try {
            for (; threads_ < threads; ++threads_) std::thread([this] { help(); }).detach();
        } catch (const std::system_error &) {
            // No more threads to be had: those there are do it all.
        } catch (const std::bad_alloc &) {
        }
    }

    Job *job_with_places() const {
        Job *job = jobs_;
        while (job && !job->places) job = job->following;
        return job;
    }

    [[noreturn]] void help() {
        // A thread's first look at exceptions asks for memory, and where there is none left the C library ends
        // the process: so it is taken before anything is. Volatile, or a compiler leaves it out.
        [[maybe_unused]] volatile int looked = std::uncaught_exceptions();
        for (;;) {
            look_for([&] { return open_ > 0; });
            std::unique_lock<std::mutex> lock(guard_);
            called_.wait(lock, [&] { return open_ > 0; });
            Job &job = *job_with_places();
            --job.places, --open_, ++job.helping;
            lock.unlock();
            job.work();
            lock.lock();
            if (!--job.helping) home_.notify_all();  // it may be gone now
        }
    }
};

// That of this process: in a forked one no thread came along.
Crew &crew() {
#ifdef _WIN32
    const int own = 0;
#else
    const int own = getpid();
#endif
    static std::atomic<Crew *> known{nullptr};  // never ended, as its threads are not
    Crew *found = known;
    if (found && found->owner == own) return *found;
    auto made = std::make_unique<Crew>(own);
    if (known.compare_exchange_strong(found, made.get())) return *made.release();
    return *found;
}

}  // namespace

void spread(size_t tasks, int threads, const void *on, void (*body)(const void *on, size_t task)) {
    Job job(tasks, static_cast<int>(std::min<size_t>(tasks, static_cast<size_t>(threads))) - 1, on, body);
    crew().run(job);
    if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace treewidget
