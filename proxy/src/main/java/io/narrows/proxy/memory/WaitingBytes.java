package io.narrows.proxy.memory;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;

/**
 * Charges the memory pinned by a channel's queued bytes to its peer, and derives the channel's water marks: the less
 * memory the peer has left, the fewer bytes may be queued before the other side stops reading. Used on the channel's
 * event loop only.
 *
 * <p>As memory for queues gets short, the sidecar degrades in this order: water marks and reads shrink, from 256 KiB
 * and 64 KiB to 4 KiB each; new connections are refused; connections with empty queues pause as well. An allocation
 * that fails nevertheless closes its link.
 */
public final class WaitingBytes {
    /** High water mark with plenty of memory, in bytes. */
    public static final int HIGHEST_MARK = 256 * 1024;

    /** High water mark when memory is short, in bytes. */
    static final int LOWEST_MARK = 4 * 1024;

    /** A channel may queue 1/{@value} of the free memory. */
    private static final int PART = 256;

    /** New connections are refused while their peer has less than 1/{@value} of the pool left. */
    private static final int RESERVE_PART = 16;

    private final Channel channel;
    private final Account account;
    private long counted;
    private int mark;
    private boolean closed;

    /** @param account the peer's account in the pool of queues */
    public WaitingBytes(Channel channel, Account account) {
        this.channel = channel;
        this.account = account;
        this.mark = channel.config().getWriteBufferHighWaterMark();
    }

    /**
     * Updates the count.
     *
     * @param beside bytes queued outside the channel's outbound buffer
     */
    public void update(long beside) {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        count(closed ? 0 : beside + (outbound == null ? 0 : outbound.totalPendingWriteBytes()));
    }

    private void count(long bytes) {
        if (bytes != counted) {
            account.count(Storage.NATIVE, bytes - counted);
            counted = bytes;
        }
    }

    /** Returns the last count, in bytes. */
    public long bytes() {
        return counted;
    }

    /** Applies the current water marks; call before checking whether the channel is writable. */
    public void adjustMarks() {
        int due = part(account.leftBytes(), HIGHEST_MARK);
        if (due != mark) {
            mark = due;
            channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(due / 4, due));
        }
    }

    /** Returns whether the pool is exhausted, so that even a channel with an empty queue must pause. */
    public boolean exhausted() {
        return account.pool().usedBytes() >= account.pool().limitBytes();
    }

    /** Returns whether the peer has too little memory left for another connection. */
    public static boolean refuses(Account account) {
        return account.leftBytes() < account.pool().limitBytes() / RESERVE_PART;
    }

    /** Returns the maximum size of the next read, in bytes. */
    public static int readSize(MemoryPool queues, int most) {
        return part(queues.limitBytes() - queues.usedBytes(), most);
    }

    /** Returns a channel's part of the free memory, rounded to a power of two so that it rarely changes. */
    private static int part(long left, int most) {
        long part = Math.max(LOWEST_MARK, Math.min(left / PART, most));
        return (int) Long.highestOneBit(part);
    }

    /** Releases the counted bytes and stops counting. */
    public void close() {
        closed = true;
        count(0);
    }
}
