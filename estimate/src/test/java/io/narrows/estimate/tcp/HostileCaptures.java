package io.narrows.estimate.tcp;

import com.sun.management.ThreadMXBean;
import io.narrows.estimate.pcap.CaptureException;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Captures;
import io.narrows.testkit.ByteMutator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Reads damaged captures. Each must be read, maybe with warnings, or refused with a {@link CaptureException}, within a bound
 * of memory. The same seed produces the same captures.
 */
final class HostileCaptures {
    /** Most bytes allocated for one capture: its originals have less than a tenth of it. */
    static final long MOST_ALLOCATED = 4 << 20;

    private static final AssemblyLimits LIMITS = new AssemblyLimits(20, 16 << 10, 32 << 10, Duration.ofSeconds(1));
    private static final int FRONT = 200;
    private static final int ORIGINALS = 24;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<byte[]> originals = new ArrayList<>();
    private final SplittableRandom random;
    private final ByteMutator mutator;
    private long mostAllocated;

    enum Outcome {
        READ,
        WARNED,
        REFUSED
    }

    HostileCaptures(long seed) {
        random = new SplittableRandom(seed);
        mutator = new ByteMutator(random, FRONT);
        for (int i = 0; i < ORIGINALS; i++) {
            RandomCapture capture = new RandomCapture(random, 4, 4000, i % 2 == 0);
            ByteOrder order = i % 4 < 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            originals.add(i % 3 == 0 ? capture.pcap(order, i % 2 == 0) : capture.pcapng(order));
        }
    }

    /** @throws AssertionError if a capture has any other result */
    Map<Outcome, Integer> run(int runs) {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (int i = 0; i < runs; i++) {
            byte[] file = mutator.damaged(originals.get(random.nextInt(originals.size())));
            outcomes.merge(outcome(file, i), 1, Integer::sum);
        }
        return outcomes;
    }

    @SuppressWarnings("deprecation") // Thread.threadId() exists since Java 19
    private Outcome outcome(byte[] file, int run) {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        Outcome outcome;
        try {
            outcome = read(file);
        } catch (RuntimeException | IOException | Error e) {
            throw new AssertionError("capture " + run, e);
        }
        long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
        mostAllocated = Math.max(mostAllocated, allocated);
        if (allocated > MOST_ALLOCATED) {
            throw new AssertionError("capture " + run + " of " + file.length + " bytes: " + allocated + " allocated");
        }
        return outcome;
    }

    private static Outcome read(byte[] file) throws IOException {
        CapturedStreams streams = new CapturedStreams((connection, nanos) -> new Strict(), LIMITS);
        boolean warned = false;
        boolean refused = false;
        try (CaptureReader reader = Captures.reader(file)) {
            streams.read(reader);
            warned = !reader.warnings().isEmpty();
        } catch (CaptureException e) {
            refused = true;
        }
        streams.end();
        return refused ? Outcome.REFUSED : warned ? Outcome.WARNED : Outcome.READ;
    }

    /** Returns the most bytes that were allocated for a capture. */
    long mostAllocated() {
        return mostAllocated;
    }

    /** Checks the calls that it gets. */
    private static final class Strict implements StreamConsumer {
        private boolean closed;

        @Override
        public void bytes(Direction direction, long nanos, ByteBuffer bytes) {
            check(bytes.hasRemaining());
        }

        @Override
        public void lost(Direction direction, long nanos, long count) {
            check(count > 0);
        }

        @Override
        public void closed(Ending ending, long nanos) {
            check(true);
            closed = true;
        }

        private void check(boolean expected) {
            if (!expected || closed) {
                throw new IllegalStateException("a call out of place");
            }
        }
    }
}
