package io.narrows.proxy.transport;

import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
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
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(literal);
        } else {
            lookUp(() -> promise.setSuccess(InetAddress.getByName(host)), promise);
        }
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(List.of(literal));
        } else {
            lookUp(() -> promise.setSuccess(List.of(InetAddress.getAllByName(host))), promise);
        }
    }

    /** The address that a literal stands for; null when the host is a name. */
    private static InetAddress literal(String host) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
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
