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
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Resolves names by the system, its hosts file included, on a thread of its own: a name server that does not answer must
 * not hold up an event loop. Who asked is told after a while that there is no answer; the look-up itself cannot be ended,
 * and one that nobody waits for any more is not begun.
 */
final class NameResolver extends InetNameResolver {
    private final Executor lookups;
    private final LookUp system;
    private final Duration limit;

    /** @param limit how long to wait for an answer */
    NameResolver(EventExecutor executor, Executor lookups, LookUp system, Duration limit) {
        super(executor);
        this.lookups = lookups;
        this.system = system;
        this.limit = limit;
    }

    /** How the system finds the addresses of a name; may take its time. */
    interface LookUp {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) {
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(literal);
        } else {
            lookUp(host, promise, addresses -> addresses[0]);
        }
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) {
        InetAddress literal = literal(host);
        if (literal != null) {
            promise.setSuccess(List.of(literal));
        } else {
            lookUp(host, promise, List::of);
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

    /** An answer that comes when the event loop has ended is nobody's. */
    private <T> void lookUp(String host, Promise<T> promise, Function<InetAddress[], T> answer) {
        Future<?> timeout = executor()
                .schedule(
                        () -> promise.tryFailure(new UnknownHostException(
                                host + ": no answer to its look-up within " + limit.toMillis() + " ms")),
                        limit.toMillis(),
                        TimeUnit.MILLISECONDS);
        promise.addListener(done -> timeout.cancel(false));
        lookups.execute(() -> {
            if (promise.isDone() || executor().isShuttingDown()) {
                return;
            }
            try {
                promise.trySuccess(answer.apply(system.addresses(host)));
            } catch (UnknownHostException e) {
                promise.tryFailure(e);
            }
        });
    }
}
