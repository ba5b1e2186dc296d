package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watched;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications' connections of all tunnels, captured ones and those to targets. A connection may outlive its link
 * while bytes are queued for a slow application. Connections whose application vanished without closing are reset. Safe
 * for use by many threads.
 */
public final class LocalConnections implements Watched {
    private static final Logger LOG = LoggerFactory.getLogger(LocalConnections.class);

    private final LinkEnvironment environment;
    private final Map<Channel, Tunnel> locals = new ConcurrentHashMap<>();

    public LocalConnections(LinkEnvironment environment) {
        this.environment = environment;
    }

    /**
     * Makes a close reset the connection. If this process is killed, the kernel closes its sockets; with a FIN,
     * truncation would look like a clean end to the application.
     */
    static void resetUnlessClosedCleanly(Channel local) {
        if (local.isOpen()) {
            local.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    void add(Channel local, Tunnel tunnel) {
        locals.put(local, tunnel);
        local.closeFuture().addListener(closed -> locals.remove(local));
    }

    /** Returns the number of open connections. */
    public int size() {
        return locals.size();
    }

    @Override
    public void lookAfter(EventLoop loop, boolean stoodStill) {
        Duration liveness = environment.live().current().link().liveness();
        locals.forEach((local, tunnel) -> {
            if (local.eventLoop() == loop && local.isOpen() && tunnel.applicationIsGone(liveness, stoodStill)) {
                PeerId peer = tunnel.peer() == null ? EventMeter.UNKNOWN_PEER : tunnel.peer();
                String detail =
                        local.remoteAddress() + " has not acknowledged any data for " + liveness.toMillis() + " ms";
                environment.events().failure(peer, Failure.LOCAL_SILENT, detail);
                environment
                        .rateLimitedLog()
                        .line(LOG, "application is gone; resetting its connection", peer, Failure.LOCAL_SILENT.label())
                        .addKeyValue("peer", peer)
                        .addKeyValue("reason", Failure.LOCAL_SILENT.label())
                        .addKeyValue("detail", detail)
                        .log();
                resetUnlessClosedCleanly(local);
                local.close();
            }
        });
    }

    /** Resets all connections: their queued bytes are lost, and that must not look like a clean end. */
    public void resetAll() {
        for (Channel local : locals.keySet()) {
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
