package io.narrows.proxy.admin;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Asks all event loops whether they run tasks. A loop that does not carries no traffic, though its process lives. */
public final class LoopCheck {
    private final List<EventLoop> loops;
    private final Duration limit;

    /** @param limit how long a loop may take to answer */
    public LoopCheck(List<EventLoop> loops, Duration limit) {
        this.loops = List.copyOf(loops);
        this.limit = limit;
    }

    /** Returns what is wrong; empty when all loops answer. Waits for the limit at most, and not on an event loop. */
    public Optional<String> problem() {
        List<CountDownLatch> answers = new ArrayList<>();
        for (EventLoop loop : loops) {
            CountDownLatch answer = new CountDownLatch(1);
            try {
                loop.execute(answer::countDown);
            } catch (RejectedExecutionException e) {
                return Optional.of("an event loop has ended");
            }
            answers.add(answer);
        }
        long end = System.nanoTime() + limit.toNanos();
        long stuck = answers.stream().filter(answer -> !counted(answer, end)).count();
        return stuck == 0
                ? Optional.empty()
                : Optional.of("%d of %d event loops have not answered for %d ms"
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
