package io.narrows.lab.load;

import io.grpc.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/** Counts the results of clients. Thread-safe. */
final class LoadTally {
    private static final int DIGITS = 3;
    private static final int CODES = Status.Code.values().length;

    private final AtomicLongArray done = new AtomicLongArray(Operation.values().length);
    private final AtomicLongArray failed = new AtomicLongArray(Operation.values().length);
    private final AtomicLongArray errors = new AtomicLongArray(CODES);
    private final LongAdder conflicts = new LongAdder();
    private final LongAdder writtenBytes = new LongAdder();
    private final LongAdder readBytes = new LongAdder();
    private final Map<Operation.Kind, ConcurrentHistogram> nanos = new EnumMap<>(Operation.Kind.class);

    LoadTally() {
        for (Operation.Kind kind : Operation.Kind.values()) {
            nanos.put(kind, new ConcurrentHistogram(DIGITS));
        }
    }

    /**
     * Records the response of an operation.
     *
     * @param latency nanoseconds since the scheduled start
     */
    void answered(Operation operation, Answer answer, long latency) {
        if (!answer.done()) {
            conflicts.increment();
            return;
        }
        done.incrementAndGet(operation.ordinal());
        (operation.isWrite() ? writtenBytes : readBytes).add(answer.bytes());
        of(operation.kind()).recordValue(Math.max(0, latency));
    }

    private ConcurrentHistogram of(Operation.Kind kind) {
        return Objects.requireNonNull(nanos.get(kind));
    }

    void error(Status.Code code) {
        errors.incrementAndGet(code.value());
    }

    void failed(Operation operation) {
        failed.incrementAndGet(operation.ordinal());
    }

    LoadFigures figures(double seconds, WatchFigures watch, double cpuSeconds) {
        return new LoadFigures(
                seconds,
                counts(done),
                counts(failed),
                conflicts.sum(),
                errors(),
                writtenBytes.sum(),
                readBytes.sum(),
                LatencyFigures.of(of(Operation.Kind.WRITE).copy()),
                LatencyFigures.of(of(Operation.Kind.READ).copy()),
                LatencyFigures.of(of(Operation.Kind.KEEP_ALIVE).copy()),
                watch,
                cpuSeconds);
    }

    private static Map<Operation, Long> counts(AtomicLongArray array) {
        Map<Operation, Long> counts = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            counts.put(operation, array.get(operation.ordinal()));
        }
        return counts;
    }

    /** Returns the codes seen so far, with their counts. */
    private Map<String, Long> errors() {
        Map<String, Long> counts = new TreeMap<>();
        for (int code = 0; code < CODES; code++) {
            if (errors.get(code) > 0) {
                counts.put(Status.fromCodeValue(code).getCode().name(), errors.get(code));
            }
        }
        return counts;
    }
}
