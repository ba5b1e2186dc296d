package io.narrows.proxy.memory;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;

/**
 * The memory that waiting bytes pin for one channel, counted to its peer, and the water marks that follow from it: the less is left
 * for the peer, the less may wait before the other side stops reading. Used on the channel's event loop only.
 *
 * <p>When memory for queues gets short, this gives way, in this order: water marks and reads shrink, from 256 KiB and 64 KiB to 4 KiB
 * each; new connections are refused; connections for which nothing waits wait too. An allocation that fails all the same ends the
 * link that it was for.
 */
public final class WaitingBytes {
    /** Above so many waiting bytes of a channel the other side stops reading, where memory is plenty. */
    public static final int HIGHEST_MARK = 256 * 1024;

    /** The same where it is short. */
    static final int LOWEST_MARK = 4 * 1024;

    /** A channel may take one part in so many of what is left. */
    private static final int PART = 256;

    /** New connections are refused while less than one part in so many of the pool is left for their peer. */
    private static final int RESERVE_PART = 16;

    private final Channel channel;
    private final Account account;
    private long counted;
    private int mark;
    private boolean closed;

    /** @param account of the channel's peer, in the pool of queues */
    public WaitingBytes(Channel channel, Account account) {
        this.channel = channel;
        this.account = account;
        this.mark = channel.config().getWriteBufferHighWaterMark();
    }

    /**
     * Counts anew.
     *
     * @param beside bytes that wait elsewhere than in the channel's outbound buffer
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

    /** What was counted last, in bytes. */
    public long bytes() {
        return counted;
    }

    /** Takes the water marks of the moment; to be called before the channel is asked whether it is writable. */
    public void adjustMarks() {
        int due = part(account.leftBytes(), HIGHEST_MARK);
        if (due != mark) {
            mark = due;
            channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(due / 4, due));
        }
    }

    /** Whether the pool is used up, so that even a channel for which nothing waits has to. */
    public boolean exhausted() {
        return account.pool().usedBytes() >= account.pool().limitBytes();
    }

    /** Whether so little is left for a peer that no connection is to be added. */
    public static boolean refuses(Account account) {
        return account.leftBytes() < account.pool().limitBytes() / RESERVE_PART;
    }

    /** Returns how many bytes a read should ask for, at most. */
    public static int readSize(MemoryPool queues, int most) {
        return part(queues.limitBytes() - queues.usedBytes(), most);
    }

    /** A power of two, so that it does not change with every byte. */
    private static int part(long left, int most) {
        long part = Math.max(LOWEST_MARK, Math.min(left / PART, most));
        return (int) Long.highestOneBit(part);
    }

    /** Counts nothing any more. */
    public void close() {
        closed = true;
        count(0);
    }
}
