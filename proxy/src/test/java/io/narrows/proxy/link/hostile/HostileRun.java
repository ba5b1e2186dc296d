package io.narrows.proxy.link.hostile;

import com.sun.management.ThreadMXBean;
import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.support.CountingAllocator;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Many hostile peers in sequence, half of them with correct lengths and checksums. The same seed creates the same
 * peers.
 *
 * <p>{@code bin/soak hostile --runs 1000000 --seed 1} runs it alone.
 */
final class HostileRun {
    /**
     * The maximum size to which the buffers that collect a frame grow; a frame's payload and its decoded content are each
     * smaller.
     */
    static final int BUFFER_LIMIT = 128 * 1024;

    /** Maximum of the buffers at one time: a read, a collected frame, its decoded content, and answers. */
    static final long BUFFERS_LIMIT = 512 * 1024;

    /** A context of dense with the largest window that a hello offers, 8 MiB. It is on the heap. */
    private static final long DENSE_CONTEXT = 12 << 20;

    /**
     * Memory of this side for shared history: a small encoder of dense, and the kept content of both directions. Also
     * on the heap.
     */
    private static final long SHARING = 4 << 20;

    /** Maximum heap of one link and its peer here, garbage included: a context of dense may replace another one. */
    static final long HEAP_LIMIT = (2 << 20) + 2 * DENSE_CONTEXT + SHARING;

    /** Maximum of the contexts: the largest window that a hello offers, 8 MiB, further memory of decoders, and shared history. */
    static final long CONTEXTS_LIMIT = (9 << 20) + DENSE_CONTEXT + SHARING;

    private final long seed;
    private final Map<Fate, long[]> fates = new EnumMap<>(Fate.class);
    private DecoderCoverage coverage;
    private CountingAllocator allocator;
    private long contextPeak;
    private long heapPeak;
    private long nanos;
    private int runs;

    HostileRun(long seed) {
        this.seed = seed;
        for (Fate fate : Fate.values()) {
            fates.put(fate, new long[4]);
        }
    }

    /** @throws AssertionError for the first peer that could do harm; the message says how to repeat it */
    void run(int peers) {
        SplittableRandom random = new SplittableRandom(seed);
        Mutator mutator = new Mutator(random, Recording.all(), Recording.bombs());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        try (HostileLinks links = new HostileLinks()) {
            allocator = links.allocator();
            coverage = links.coverage();
            links.warmUp();
            for (int run = 0; run < peers; run++) {
                Mutant mutant = run % 2 == 0 ? mutator.sealed() : mutator.damaged();
                long heapBefore = threads.getCurrentThreadAllocatedBytes();
                Fate fate = meet(links, mutant, random, run);
                fates.get(fate)[column(mutant.sealed(), mutant.origin().form())]++;
                heapPeak = Math.max(heapPeak, threads.getCurrentThreadAllocatedBytes() - heapBefore);
                contextPeak = links.contextPeak();
                runs++;
                requireLimits();
            }
            links.warmUp(); // none of them has left anything that affects others
        }
        nanos = System.nanoTime() - start;
    }

    private Fate meet(HostileLinks links, Mutant mutant, SplittableRandom random, int run) {
        try {
            return links.meet(mutant, random);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ", run " + run + ": " + e.getMessage(), e);
        }
    }

    private void requireLimits() {
        require("largest buffer", allocator.largest(), BUFFER_LIMIT);
        require("bytes of buffers", allocator.peak(), BUFFERS_LIMIT);
        require("bytes of the heap", heapPeak, HEAP_LIMIT);
        require("bytes of contexts", contextPeak, CONTEXTS_LIMIT);
    }

    private void require(String what, long actual, long limit) {
        if (actual > limit) {
            throw new AssertionError("seed " + seed + ", run " + (runs - 1) + ": " + what + ": " + actual
                    + " (expected: 0-" + limit + ")");
        }
    }

    /** Returns the number of peers with a fate. */
    long count(Fate fate, boolean sealed) {
        return count(fate, sealed, FrameForm.PAYLOAD_CHECKED) + count(fate, sealed, FrameForm.CONTENT_CHECKED);
    }

    /** Returns the number of peers with a fate whose frames have a form. */
    long count(Fate fate, boolean sealed, FrameForm form) {
        return fates.get(fate)[column(sealed, form)];
    }

    private static int column(boolean sealed, FrameForm form) {
        return (sealed ? 0 : 1) + (form == FrameForm.CONTENT_CHECKED ? 2 : 0);
    }

    DecoderCoverage coverage() {
        return coverage;
    }

    void print(PrintStream out) {
        out.printf(
                "hostile: %,d peers in %s, seed %d%n",
                runs, Duration.ofNanos(nanos).withNanos(0), seed);
        out.printf("  %-40s %10s %10s%n", "fate of the link", "re-sealed", "damaged");
        for (Fate fate : Fate.values()) {
            out.printf("  %-40s %,10d %,10d%n", fate.label(), count(fate, true), count(fate, false));
        }
        out.printf("  %-40s %10s %10s%n", "data frames at the decoder of", "decoded", "refused");
        for (Codec codec : Codec.values()) {
            DecoderCoverage.Counts counts = coverage.of(codec);
            out.printf("  %-40s %,10d %,10d%n", codec.label(), counts.decoded(), counts.refused());
        }
        for (String line : List.of(
                "largest buffer: %,d bytes of %,d".formatted(allocator.largest(), BUFFER_LIMIT),
                "buffers at once: %,d bytes of %,d, 0 left".formatted(allocator.peak(), BUFFERS_LIMIT),
                "heap for one link: %,d bytes of %,d".formatted(heapPeak, HEAP_LIMIT),
                "contexts at once: %,d bytes of %,d, 0 left".formatted(contextPeak, CONTEXTS_LIMIT))) {
            out.println("  " + line);
        }
    }
}
