package io.narrows.proxy.admin;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Checks that all event loops run tasks. A stuck loop carries no traffic although the process is alive. */
public final class LoopCheck {
    private final List<EventLoop> loops;
    private final Duration limit;

    /** @param limit time for a loop to run a task */
    public LoopCheck(List<EventLoop> loops, Duration limit) {
        this.loops = List.copyOf(loops);
        this.limit = limit;
    }

    /**
     * Returns a description of the stuck loops; empty if there are none. Blocks up to the limit; must not be called on
     * an event loop.
     */
    public Optional<String> problem() {
        List<CountDownLatch> answers = new ArrayList<>();
        for (EventLoop loop : loops) {
            CountDownLatch answer = new CountDownLatch(1);
            try {
                loop.execute(answer::countDown);
            } catch (RejectedExecutionException e) {
                return Optional.of("an event loop has terminated");
            }
            answers.add(answer);
        }
        long end = System.nanoTime() + limit.toNanos();
        long stuck = answers.stream().filter(answer -> !counted(answer, end)).count();
        return stuck == 0
                ? Optional.empty()
                : Optional.of("%d of %d event loops have not responded for %d ms"
                        .formatted(stuck, loops.size(), limit.toMillis()));
    }

    private static boolean counted(CountDownLatch answer, long end) {
        try {
            return answer.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answer.getCount() == 0;
        }
    }
}
