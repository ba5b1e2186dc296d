package io.narrows.proxy.transport;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Looks up names with the system's resolver, which blocks a thread until it answers. There is only one lookup of a
 * name at a time, whose answer all callers share, so a name whose server does not answer blocks one thread, however
 * many connections wait for it. Safe for use by many threads.
 */
final class LookUps {
    /** The system's resolver, including its hosts file. */
    interface Resolver {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    private final Executor threads;
    private final Resolver system;
    private final Map<String, Map<Promise<List<InetAddress>>, EventExecutor>> waiting = new HashMap<>();

    /** @param threads executor whose threads lookups may block */
    LookUps(Executor threads, Resolver system) {
        this.threads = threads;
        this.system = system;
    }

    /**
     * Completes a promise with all addresses of a name. A lookup is skipped if all promises that wait for it are done
     * by then, for example because they timed out.
     *
     * @param executor of the promise's listeners
     */
    void find(String host, EventExecutor executor, Promise<List<InetAddress>> promise) {
        if (isFirst(host, executor, promise)) {
            try {
                threads.execute(() -> lookUp(host));
            } catch (RejectedExecutionException e) {
                end(host).keySet().forEach(waiter -> waiter.tryFailure(e));
            }
        }
        promise.addListener(done -> leave(host, promise));
    }

    private void lookUp(String host) {
        if (endIfUnwanted(host)) {
            return;
        }
        Consumer<Promise<List<InetAddress>>> answer = ask(host);
        end(host).forEach((waiter, executor) -> {
            if (!executor.isShuttingDown()) {
                answer.accept(waiter);
            }
        });
    }

    /** Returns an action that completes each waiting promise; whatever is thrown, the name can be looked up again. */
    private Consumer<Promise<List<InetAddress>>> ask(String host) {
        try {
            List<InetAddress> found = List.of(system.addresses(host));
            return waiter -> waiter.trySuccess(found);
        } catch (UnknownHostException | RuntimeException | Error e) {
            return waiter -> waiter.tryFailure(e);
        }
    }

    private synchronized boolean isFirst(String host, EventExecutor executor, Promise<List<InetAddress>> promise) {
        boolean first = !waiting.containsKey(host);
        waiting.computeIfAbsent(host, added -> new HashMap<>()).put(promise, executor);
        return first;
    }

    private synchronized void leave(String host, Promise<List<InetAddress>> promise) {
        Map<Promise<List<InetAddress>>, EventExecutor> others = waiting.get(host);
        if (others != null) {
            others.remove(promise);
        }
    }

    private synchronized boolean endIfUnwanted(String host) {
        return Objects.requireNonNull(waiting.get(host)).isEmpty() && waiting.remove(host) != null;
    }

    private synchronized Map<Promise<List<InetAddress>>, EventExecutor> end(String host) {
        return Objects.requireNonNull(waiting.remove(host));
    }
}
