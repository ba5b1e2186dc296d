package io.narrows.proxy.transport;

import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Resolves names by the system, its hosts file included, on a thread of its own: a name server that does not answer must
 * not hold up an event loop.
 */
final class NameResolver extends InetNameResolver {
    private final Executor lookups;

    NameResolver(EventExecutor executor, Executor lookups) {
        super(executor);
        this.lookups = lookups;
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
        lookups.execute(() -> {
            try {
                promise.setSuccess(InetAddress.getByName(host));
            } catch (UnknownHostException e) {
                promise.setFailure(e);
            }
        });
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
        lookups.execute(() -> {
            try {
                promise.setSuccess(List.of(InetAddress.getAllByName(host)));
            } catch (UnknownHostException e) {
                promise.setFailure(e);
            }
        });
    }
}
