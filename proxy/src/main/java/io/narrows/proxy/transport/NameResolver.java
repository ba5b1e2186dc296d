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
        lookUp(() -> promise.setSuccess(InetAddress.getByName(host)), promise);
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
        lookUp(() -> promise.setSuccess(List.of(InetAddress.getAllByName(host))), promise);
    }

    private interface LookUp {
        void run() throws UnknownHostException;
    }

    /** An answer that comes when the event loop has ended is nobody's. */
    private void lookUp(LookUp lookUp, Promise<?> promise) {
        lookups.execute(() -> {
            if (executor().isShuttingDown()) {
                return;
            }
            try {
                lookUp.run();
            } catch (UnknownHostException e) {
                promise.setFailure(e);
            }
        });
    }
}
