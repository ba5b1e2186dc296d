package io.narrows.proxy.link.handshake;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the accepted connections without a completed hello, in total and per source address, so that clients that
 * never greet cannot exhaust links or file descriptors. Connections that this node dials are not counted. Safe for use
 * by many threads.
 *
 * <p>The total is half of the maximum links, from 64 to 8,192, but never more than a quarter of the process's file
 * descriptors, nor more than fit in memory. One source may have a quarter of the total, but at least 16. An IPv6 source
 * is its /64 prefix, since a single host usually owns all of it.
 */
final class HandshakeQuota {
    private static final int FEWEST = 64;
    private static final int MOST = 8_192;
    private static final int FEWEST_OF_SOURCE = 16;
    private static final int PREFIX_BYTES = 8;

    private final long most;
    private final Map<Object, Integer> bySource = new HashMap<>();
    private int total;

    /**
     * @param descriptors the process's limit on file descriptors; {@code Long.MAX_VALUE} if unknown
     * @param inMemory the number of greetings that fit in memory
     */
    HandshakeQuota(long descriptors, long inMemory) {
        this.most = Math.max(1, Math.min(descriptors / 4, inMemory));
    }

    /**
     * Acquires a slot for a new connection; release it with {@link #giveBack} when the greeting ends.
     *
     * @param maxLinks the current {@code link.max-links}
     * @return null on success, otherwise a description of the exhausted limit
     */
    synchronized @Nullable String take(SocketAddress remote, int maxLinks) {
        int limit = limit(maxLinks);
        if (total >= limit) {
            return "too many connections without a hello: " + total + " (limit: " + limit + ")";
        }
        int limitOfSource = limitOfSource(limit);
        int ofSource = bySource.getOrDefault(source(remote), 0);
        if (ofSource >= limitOfSource) {
            return "too many connections without a hello from that address: " + ofSource + " (limit: " + limitOfSource
                    + ")";
        }
        bySource.merge(source(remote), 1, Integer::sum);
        total++;
        return null;
    }

    /** Releases a slot that {@link #take} acquired for the same address. */
    synchronized void giveBack(SocketAddress remote) {
        bySource.computeIfPresent(source(remote), (source, count) -> count == 1 ? null : count - 1);
        total--;
    }

    /** Returns the current number of connections without a completed hello. */
    synchronized int total() {
        return total;
    }

    private int limit(int maxLinks) {
        int wanted = Math.max(FEWEST, Math.min(MOST, maxLinks / 2));
        return (int) Math.min(wanted, most);
    }

    private static int limitOfSource(int limit) {
        return Math.min(limit, Math.max(FEWEST_OF_SOURCE, limit / 4));
    }

    private static Object source(SocketAddress remote) {
        if (!(remote instanceof InetSocketAddress inet)) {
            return String.valueOf(remote);
        }
        InetAddress address = inet.getAddress();
        return address instanceof Inet6Address
                ? Arrays.toString(Arrays.copyOf(address.getAddress(), PREFIX_BYTES))
                : address;
    }
}
