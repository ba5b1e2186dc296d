package io.narrows.proxy.link.session;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.WaitingBytes;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.function.IntSupplier;

/**
 * The memory of a link: its waiting bytes, which are charged to its peer and pause the application, and the sums for the
 * metrics. Used on the link's event loop only, except where noted.
 */
final class LinkMemoryUse {
    private final Channel channel;
    private final LinkLifecycle lifecycle;
    private final WaitingBytes waiting;
    private final IntSupplier received;
    private volatile long bytes;
    private volatile long heapBytes;

    /**
     * @param queues the peer's account in the pool of queues
     * @param received returns the bytes of memory pinned by received bytes that wait
     */
    LinkMemoryUse(Channel channel, LinkLifecycle lifecycle, Account queues, IntSupplier received) {
        this.channel = channel;
        this.lifecycle = lifecycle;
        this.waiting = new WaitingBytes(channel, queues);
        this.received = received;
    }

    /** Returns whether bytes can be sent without building up a long queue. */
    boolean writable() {
        waiting.adjustMarks();
        DuplexStream current = lifecycle.duplexIfTaken();
        return channel.isWritable() && (current == null || !current.outbound().congested());
    }

    /** Counts everything but the heap. */
    void count() {
        long pinned = received.getAsInt();
        ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
        DuplexStream current = lifecycle.duplexIfTaken();
        waiting.update(pinned + (current == null ? 0 : current.outbound().waitingBytes()));
        bytes = pinned
                + (queued == null ? 0 : queued.totalPendingWriteBytes())
                + (current == null ? 0 : current.memoryBytes());
    }

    /** Counts the heap: once a second only, since nothing needs it more often. */
    void countHeap() {
        DuplexStream current = lifecycle.duplexIfTaken();
        heapBytes = current == null ? 0 : current.heapBytes();
    }

    /** Returns the memory of contexts and waiting bytes as of the last {@link #count}, in bytes. Safe from any thread. */
    long bytes() {
        return bytes;
    }

    /** Returns the part of contexts on the Java heap as of the last {@link #countHeap}, in bytes. Safe from any thread. */
    long heapBytes() {
        return heapBytes;
    }

    /** Releases the waiting bytes. */
    void close() {
        waiting.close();
        bytes = 0;
        heapBytes = 0;
    }
}
