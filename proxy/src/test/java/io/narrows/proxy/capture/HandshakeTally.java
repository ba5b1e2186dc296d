package io.narrows.proxy.capture;

import io.narrows.proxy.link.support.CountingAllocator;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;

/** How the connections of many hostile databases ended, and the memory that they took. Not thread-safe. */
final class HandshakeTally {
    private final Map<HandshakeFate, long[]> fates = new EnumMap<>(HandshakeFate.class);
    private long databases;
    private long handshakes;
    private long carried;
    private long heapPeak;
    private long heapPeakOfOneByteRecords;
    private long buffersPeak;
    private long largestBuffer;

    HandshakeTally() {
        for (HandshakeFate fate : HandshakeFate.values()) {
            fates.put(fate, new long[2]);
        }
    }

    /** Adds one hostile database. */
    void add(Meeting meeting, HandshakeFate fate, boolean shookHands) {
        fates.get(fate)[meeting.dials() ? 0 : 1]++;
        databases++;
        handshakes += shookHands ? 1 : 0;
    }

    /** Adds an exchange without interference. */
    void carried() {
        carried++;
    }

    void heap(Interference way, long bytes) {
        if (way.isInOneByteRecords()) {
            heapPeakOfOneByteRecords = Math.max(heapPeakOfOneByteRecords, bytes);
        } else {
            heapPeak = Math.max(heapPeak, bytes);
        }
    }

    void buffers(CountingAllocator allocator) {
        buffersPeak = allocator.peak();
        largestBuffer = allocator.largest();
    }

    /** Adds the databases of another thread. */
    void add(HandshakeTally other) {
        other.fates.forEach((fate, counts) -> {
            fates.get(fate)[0] += counts[0];
            fates.get(fate)[1] += counts[1];
        });
        databases += other.databases;
        handshakes += other.handshakes;
        carried += other.carried;
        heapPeak = Math.max(heapPeak, other.heapPeak);
        heapPeakOfOneByteRecords = Math.max(heapPeakOfOneByteRecords, other.heapPeakOfOneByteRecords);
        buffersPeak = Math.max(buffersPeak, other.buffersPeak);
        largestBuffer = Math.max(largestBuffer, other.largestBuffer);
    }

    /** Returns the number of databases with a fate, of those that dial or of those that answer. */
    long count(HandshakeFate fate, boolean dials) {
        return fates.get(fate)[dials ? 0 : 1];
    }

    long databases() {
        return databases;
    }

    /** Returns the number of databases whose handshake was completed. */
    long handshakes() {
        return handshakes;
    }

    void print(PrintStream out) {
        out.printf("  %-42s %10s %10s%n", "fate of the connection", "dialing", "answering");
        for (HandshakeFate fate : HandshakeFate.values()) {
            out.printf("  %-42s %,10d %,10d%n", fate.label(), count(fate, true), count(fate, false));
        }
        out.printf("  handshakes completed: %,d%n", handshakes);
        out.printf("  undisturbed exchanges between them, all whole: %,d%n", carried);
        out.printf("  largest buffer: %,d bytes of %,d%n", largestBuffer, HandshakeRun.BUFFER_LIMIT);
        out.printf("  buffers at once: %,d bytes of %,d, 0 left%n", buffersPeak, HandshakeRun.BUFFERS_LIMIT);
        out.printf("  heap for one exchange: %,d bytes of %,d%n", heapPeak, HandshakeRun.HEAP_LIMIT);
        out.printf(
                "  heap for a ClientHello in records of one byte: %,d bytes of %,d%n",
                heapPeakOfOneByteRecords, HandshakeRun.HEAP_LIMIT_OF_ONE_BYTE_RECORDS);
    }
}
