package io.narrows.proxy.discovery;

import io.narrows.proxy.transport.Sockets;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks up all addresses of a host name without blocking the caller. */
@FunctionalInterface
public interface HostLookUp {
    /** Returns the addresses, at least one, in a future that fails if there are none. */
    CompletableFuture<List<InetAddress>> addresses(String host);

    /** Returns lookups by the system's resolver, whose futures complete on an event loop. */
    static HostLookUp of(Sockets sockets, EventLoop loop) {
        return host -> {
            CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
            Future<List<InetSocketAddress>> found = sockets.lookUp(loop, host);
            found.addListener(done -> {
                if (found.isSuccess()) {
                    answer.complete(found.getNow().stream()
                            .map(InetSocketAddress::getAddress)
                            .toList());
                } else {
                    answer.completeExceptionally(found.cause());
                }
            });
            return answer;
        };
    }
}
