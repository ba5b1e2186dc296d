package io.narrows.proxy.admin;

import io.netty.channel.Channel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the admin port, at most {@link #MOST}. At the limit a new connection replaces the one that has
 * been idle longest, so that idle connections cannot lock out a health check; if all have a request in progress, the
 * new one is closed. Safe for use by many threads.
 */
final class AdminConnections {
    static final int MOST = 64;

    /** Whether a request is in progress. Idle connections are ordered by the time since their last request, longest first. */
    private final Map<Channel, Boolean> busy = new LinkedHashMap<>();

    /** Adds a connection, or closes it if the limit is reached. */
    void add(Channel channel) {
        Channel leaves;
        synchronized (this) {
            leaves = busy.size() < MOST ? null : idle();
            if (leaves != null) {
                busy.remove(leaves);
            }
            if (busy.size() < MOST) {
                busy.put(channel, false);
            } else {
                leaves = channel;
            }
        }
        if (leaves != null) {
            leaves.close();
        }
        channel.closeFuture().addListener(closed -> remove(channel));
    }

    synchronized void begins(Channel channel) {
        busy.replace(channel, true);
    }

    /** Marks the connection as idle after its request was answered. */
    synchronized void waits(Channel channel) {
        if (busy.remove(channel) != null) {
            busy.put(channel, false);
        }
    }

    private synchronized void remove(Channel channel) {
        busy.remove(channel);
    }

    private @Nullable Channel idle() {
        for (Map.Entry<Channel, Boolean> each : busy.entrySet()) {
            if (!each.getValue()) {
                return each.getKey();
            }
        }
        return null;
    }
}
