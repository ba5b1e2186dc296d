package io.narrows.proxy.warmup;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Runs a {@link CodecWarmUp} for each specification in the policy whose codec is written entirely in Java (dense), and
 * another one with a small window, which fills up soon. During real traffic, they pause for three times as long as
 * they work.
 */
final class CodecWarmUpTasks {
    private static final int SMALL_WINDOW_LOG = 17;
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    static final long PAUSE_NANOS = 3 * WORK_NANOS;

    /** Distance that repeats reach back; it exceeds the small window, so not all repeats are found. */
    private static final int HISTORY_BYTES = 1 << 19;

    private final Codecs codecs;
    private final List<CodecSpec> specs;
    private final BooleanSupplier givesWay;
    private final CountDownLatch stop;
    private final LongAdder frames = new LongAdder();

    /**
     * @param wanted specifications of the policy, with the windows to use here
     * @param givesWay returns whether there is real traffic
     * @param stop ends the tasks early
     */
    CodecWarmUpTasks(Codecs codecs, Collection<CodecSpec> wanted, BooleanSupplier givesWay, CountDownLatch stop) {
        this.codecs = codecs;
        this.specs = wanted.stream()
                .filter(spec -> spec.codec().isJava())
                .flatMap(spec -> Stream.of(spec.withWindowLog(SMALL_WINDOW_LOG), spec))
                .distinct()
                .toList();
        this.givesWay = givesWay;
        this.stop = stop;
    }

    /** Works for the given time, excluding pauses; returns immediately if the policy has no such codec. */
    void run(long nanos) throws InterruptedException {
        for (CodecSpec spec : specs) {
            warmUp(spec, nanos / specs.size());
        }
    }

    private void warmUp(CodecSpec spec, long nanos) throws InterruptedException {
        long left = nanos;
        try (CodecWarmUp warmUp = new CodecWarmUp(codecs, spec, new WarmUpRecords(HISTORY_BYTES))) {
            while (left > 0 && stop.getCount() > 0) {
                left -= work(warmUp);
                if (givesWay.getAsBoolean()) {
                    stop.await(PAUSE_NANOS, TimeUnit.NANOSECONDS);
                }
            }
        }
    }

    /** Encodes frames for a short time; returns the time spent, in nanoseconds. */
    private long work(CodecWarmUp warmUp) {
        long start = System.nanoTime();
        long worked = 0;
        while (worked < WORK_NANOS) {
            warmUp.frame();
            frames.increment();
            worked = System.nanoTime() - start;
        }
        return worked;
    }

    /** Returns the number of frames so far. */
    long frames() {
        return frames.sum();
    }
}
