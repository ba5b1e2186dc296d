package io.narrows.proxy.transport;

import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names by {@link LookUps}, off the event loop. Fails the resolution of a name that has no answer within a
 * time limit, although its lookup cannot be canceled.
 */
final class NameResolver extends InetNameResolver {
    private final LookUps lookUps;
    private final Duration limit;

    /** @param limit maximum time to wait for an answer */
    NameResolver(EventExecutor executor, LookUps lookUps, Duration limit) {
        super(executor);
        this.lookUps = lookUps;
        this.limit = limit;
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(literal);
        } else {
            Promise<List<InetAddress>> all = executor().newPromise();
            lookUp(host, all);
            all.addListener(done -> {
                if (done.isSuccess()) {
                    promise.trySuccess(all.getNow().get(0));
                } else {
                    promise.tryFailure(done.cause());
                }
            });
        }
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(List.of(literal));
        } else {
            lookUp(host, promise);
        }
    }

    /** Returns the address of a literal; null if the host is a name. */
    private static @Nullable InetAddress literal(String host) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
        try {
            return bytes == null ? null : InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    private void lookUp(String host, Promise<List<InetAddress>> promise) {
        Future<?> timeout = executor()
                .schedule(
                        () -> promise.tryFailure(new UnknownHostException(
                                host + ": DNS lookup timed out after " + limit.toMillis() + " ms")),
                        limit.toMillis(),
                        TimeUnit.MILLISECONDS);
        promise.addListener(done -> timeout.cancel(false));
        lookUps.find(host, executor(), promise);
    }
}
