package io.narrows.proxy.transport;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetSocketAddressResolver;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The resolvers of all event loops, with shared threads. */
final class NameResolvers extends AddressResolverGroup<InetSocketAddress> {
    private static final int THREADS = 4;
    private static final int IDLE_SECONDS = 30;
    /**
     * Timeout of a lookup, the same as that of a connection: unreachable destinations are logged, and a pool tries
     * again.
     */
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final ExecutorService threads;
    private final LookUps lookUps;

    NameResolvers() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "narrows-names");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
        lookUps = new LookUps(threads, InetAddress::getAllByName);
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new InetSocketAddressResolver(executor, new NameResolver(executor, lookUps, LIMIT));
    }

    @Override
    public void close() {
        super.close();
        threads.shutdownNow();
    }
}
