package io.narrows.middleware.codec;

import com.sun.management.ThreadMXBean;
import io.grpc.Codec;
import io.grpc.Status;
import io.narrows.testkit.ByteMutator;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Decodes damaged messages of every encoding, half of them with correct checksums. Each must be decoded within the limits,
 * or refused as INTERNAL or RESOURCE_EXHAUSTED. The same seed produces the same messages.
 */
final class HostileMessages {
    static final DecodingLimits LIMITS = new DecodingLimits(1 << 20, 20);

    /** Maximum heap use of a message: the message itself, an LZ4 block with its window, and a Snappy block. */
    static final long MOST_ALLOCATED = 2L * LIMITS.maxMessageBytes() + (9L << 20);

    /** The bytes with the headers of all formats. */
    static final int FRONT = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final SplittableRandom random;
    private final ByteMutator mutator;
    private long mostAllocated;

    HostileMessages(long seed) {
        random = new SplittableRandom(seed);
        mutator = new ByteMutator(random, FRONT);
    }

    /** @throws AssertionError if a message has any other result */
    Map<Status.Code, Integer> run(Codec codec, int runs) {
        List<byte[]> originals = Originals.of(codec);
        Map<Status.Code, Integer> outcomes = new EnumMap<>(Status.Code.class);
        for (int i = 0; i < runs; i++) {
            byte[] damaged = mutator.damaged(originals.get(random.nextInt(originals.size())));
            byte[] message = i % 2 == 0 ? damaged : Seal.sealed(codec.getMessageEncoding(), damaged);
            outcomes.merge(outcome(codec, message, i), 1, Integer::sum);
        }
        return outcomes;
    }

    @SuppressWarnings("deprecation") // Thread.threadId() exists since Java 19
    private Status.Code outcome(Codec codec, byte[] message, int run) {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        Status.Code outcome;
        try {
            outcome = Message.outcome(codec, message);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("message " + run + " of " + codec.getMessageEncoding(), e);
        }
        long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
        mostAllocated = Math.max(mostAllocated, allocated);
        boolean allowed = outcome == Status.Code.OK
                || outcome == Status.Code.INTERNAL
                || outcome == Status.Code.RESOURCE_EXHAUSTED;
        if (!allowed || allocated > MOST_ALLOCATED) {
            throw new AssertionError("message " + run + " of " + codec.getMessageEncoding() + ": " + outcome + ", "
                    + allocated + " bytes");
        }
        return outcome;
    }

    /** Returns the maximum heap bytes allocated for one message. */
    long mostAllocated() {
        return mostAllocated;
    }
}
