package io.narrows.proxy.admin;

import io.netty.channel.Channel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The connections to the admin port, of which there are at most {@link #MOST}. A new one takes the place of the one that has
 * waited longest for a request, so that silent connections cannot keep a health check out; when all have a request under way,
 * the new one is closed. Safe for use by many threads.
 */
final class AdminConnections {
    static final int MOST = 64;

    /** True while a request is under way. The one that waits longest is first among those that wait. */
    private final Map<Channel, Boolean> busy = new LinkedHashMap<>();

    /** Adds a connection, or closes it. */
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

    /** The request is answered: from now on the connection waits. */
    synchronized void waits(Channel channel) {
        if (busy.remove(channel) != null) {
            busy.put(channel, false);
        }
    }

    private synchronized void remove(Channel channel) {
        busy.remove(channel);
    }

    private Channel idle() {
        for (Map.Entry<Channel, Boolean> each : busy.entrySet()) {
            if (!each.getValue()) {
                return each.getKey();
            }
        }
        return null;
    }
}
