package io.narrows.proxy.capture;

import com.sun.management.ThreadMXBean;
import io.narrows.proxy.link.support.CountingAllocator;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Hostile databases in sequence, half of which dial; after each, an exchange without interference. The same seed damages the same
 * pieces in the same way; keys and random numbers of TLS are new each time.
 *
 * <p>{@code bin/soak handshakes --runs 1000000 --seed 7} runs it alone.
 */
final class HandshakeRun {
    /**
     * Maximum of one buffer: a ClientHello of 16 KiB takes 96 KiB in records of one byte, and a read of 64 KiB may follow, in a
     * buffer that has grown to the next power of two.
     */
    static final int BUFFER_LIMIT = 256 * 1024;

    /** Maximum of the buffers at one time: that buffer before and after it has grown, and the copy for the handshake. */
    static final long BUFFERS_LIMIT = 512 * 1024;

    /** Maximum heap of one exchange, garbage of both ends and of this test included. */
    static final long HEAP_LIMIT = 8 << 20;

    /** Maximum of a long ClientHello in records of one byte: for each, the JDK's engine copies those before it. */
    static final long HEAP_LIMIT_OF_ONE_BYTE_RECORDS = 320 << 20;

    /** One in how many databases that dial divides a long ClientHello into records of one byte. */
    private static final int ONE_BYTE_RECORDS_SHARE = 5_000;

    private static final int WARM_UP = 8;

    private final long seed;
    private final HostileHandshakes sidecars;
    private final Map<Meeting, Integer> pieces = new HashMap<>();
    private final List<byte[]> strange = new ArrayList<>(StrangePieces.all());
    private final List<Meeting> dialing = meetings(true);
    private final List<Meeting> answering = meetings(false);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final HandshakeTally tally = new HandshakeTally();

    /** Runs every exchange as it is, to know its pieces. */
    HandshakeRun(long seed, HostileHandshakes sidecars) {
        this.seed = seed;
        this.sidecars = sidecars;
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < WARM_UP; i++) {
            for (Meeting meeting : meetings()) {
                List<byte[]> sent = sidecars.carry(meeting, Interference.none(random), random);
                if (i == 0) {
                    strange.addAll(sent);
                }
                pieces.merge(meeting, sent.size(), Math::min);
            }
        }
    }

    /** Returns all exchanges at both ends. */
    static List<Meeting> meetings() {
        List<Meeting> all = new ArrayList<>();
        for (Exchange exchange : Exchange.values()) {
            all.add(new Meeting(exchange, true));
        }
        for (Exchange exchange : Exchange.answered()) {
            all.add(new Meeting(exchange, false));
        }
        return all;
    }

    private static List<Meeting> meetings(boolean dials) {
        return meetings().stream().filter(meeting -> meeting.dials() == dials).toList();
    }

    /**
     * Meets one database.
     *
     * @param run its number, from 0
     * @param random of this number only: how much is taken of it depends on keys
     * @throws AssertionError if it could do harm; the message says how to repeat it
     */
    void meet(int run, SplittableRandom random) {
        List<Meeting> side = run % 2 == 0 ? dialing : answering;
        Meeting meeting = side.get(random.nextInt(side.size()));
        try {
            meet(meeting, random);
            sidecars.carry(
                    meeting, Interference.noneOfItsSessions(random), random); // nothing is left that affects others
            tally.carried();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    meeting + ": " + e.getMessage() + " (repeat it: bin/soak handshakes --seed " + seed + " --run "
                            + run + ")",
                    e);
        }
    }

    private void meet(Meeting meeting, SplittableRandom random) {
        Interference way;
        do { // an exchange in a resumed session may have fewer pieces
            way = way(meeting, random);
            long heapBefore = threads.getCurrentThreadAllocatedBytes();
            HandshakeFate fate = sidecars.meet(meeting, way, random, new ArrayList<>());
            long heap = threads.getCurrentThreadAllocatedBytes() - heapBefore;
            tally.heap(way, heap);
            require("bytes of the heap", heap, way.isInOneByteRecords() ? HEAP_LIMIT_OF_ONE_BYTE_RECORDS : HEAP_LIMIT);
            if (way.disturbed()) {
                tally.add(meeting, fate, sidecars.shookHands());
            }
        } while (!way.disturbed());
        CountingAllocator allocator = sidecars.allocator();
        tally.buffers(allocator);
        require("largest buffer", allocator.largest(), BUFFER_LIMIT);
        require("bytes of buffers", allocator.peak(), BUFFERS_LIMIT);
    }

    private Interference way(Meeting meeting, SplittableRandom random) {
        return meeting.dials() && random.nextInt(ONE_BYTE_RECORDS_SHARE) == 0
                ? Interference.oneByteRecords(random)
                : Interference.with(random, strange, meeting.exchange().login(), pieces.get(meeting));
    }

    private static void require(String what, long actual, long limit) {
        if (actual > limit) {
            throw new AssertionError(what + ": " + actual + " (expected: 0-" + limit + ")");
        }
    }

    HandshakeTally tally() {
        return tally;
    }
}
