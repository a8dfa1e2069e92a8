/* Makes flushes of a disk slow and shifts the clock, as a file says that a storm writes: two 32-bit numbers, the
   milliseconds of a flush and the seconds that the clock is ahead. Loaded before the C library. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
    volatile int32_t flush_milliseconds;
    volatile int32_t ahead_seconds;
};

static const struct faults *told(void) {
    static const struct faults none, *found;
    if (!found) {
        const char *path = getenv("CHAOS_FAULTS");
        int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
        void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) syscall(SYS_close, file);
        found = mapped == MAP_FAILED ? &none : mapped;
    }
    return found;
}

static int flush(long number, int file) {
    if (told()->flush_milliseconds) usleep(1000 * (unsigned)told()->flush_milliseconds);
    return (int)syscall(number, file);
}

int fsync(int file) { return flush(SYS_fsync, file); }

int fdatasync(int file) { return flush(SYS_fdatasync, file); }

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (!result && clock == CLOCK_REALTIME) now->tv_sec += told()->ahead_seconds;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int result = (int)syscall(SYS_gettimeofday, now, zone);
    if (!result) now->tv_sec += told()->ahead_seconds;
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
