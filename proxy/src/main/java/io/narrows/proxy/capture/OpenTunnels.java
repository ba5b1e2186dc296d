package io.narrows.proxy.capture;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The applications' connections that tunnels hold, captured ones and those to targets. One may outlive its link by what is
 * still queued for a slow application. Safe for use by many threads.
 */
public final class OpenTunnels {
    private final Set<Channel> locals = ConcurrentHashMap.newKeySet();

    /**
     * When this process is killed, the kernel closes its sockets. Without this it would send a FIN, and what is truncated
     * would look like a clean end to the application.
     */
    static void resetUnlessClosedCleanly(Channel local) {
        if (local.isOpen()) {
            local.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    void add(Channel local) {
        locals.add(local);
        local.closeFuture().addListener(closed -> locals.remove(local));
    }

    /** Connections that are open now. */
    public int size() {
        return locals.size();
    }

    /** Ends all of them by a reset: what they still had queued is lost, and that must not look like a clean end. */
    public void resetAll() {
        for (Channel local : locals) {
            local.eventLoop()
                    .submit(() -> {
                        if (local.isOpen()) {
                            local.config().setOption(ChannelOption.SO_LINGER, 0);
                            local.close();
                        }
                    })
                    .awaitUninterruptibly();
        }
    }
}
