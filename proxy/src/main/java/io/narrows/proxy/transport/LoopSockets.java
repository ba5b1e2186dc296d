package io.narrows.proxy.transport;

import io.netty.channel.Channel;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadIoEventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The sockets of all event loops, which are closed before the loops end.
 *
 * <p>A loop of Netty closes its sockets when it sees, after a pass over their events, that it is to end. A request
 * without a quiet period that arrives later in that pass ends the loop at once (4.2.18): the sockets stay open, and
 * their handlers keep their buffers.
 */
final class LoopSockets {
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final long POLL_NANOS = 1_000_000;

    private record Loop(SingleThreadIoEventLoop executor, IoHandler sockets) {}

    private final List<Loop> loops = new CopyOnWriteArrayList<>();
    private final Set<Channel> listeners = ConcurrentHashMap.newKeySet();
    private final long patienceNanos;

    /** @param patience time that listening sockets, and then the others, have to be closed */
    LoopSockets(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /** Returns a factory whose loops belong to these. */
    IoHandlerFactory of(IoHandlerFactory factory) {
        return executor -> {
            IoHandler sockets = factory.newHandler(executor);
            loops.add(new Loop((SingleThreadIoEventLoop) executor, sockets));
            return sockets;
        };
    }

    /** Adds a new listening socket. Returns it. */
    <T extends ServerChannel> T listener(T added) {
        listeners.add(added);
        added.closeFuture().addListener(closed -> listeners.remove(added));
        return added;
    }

    /**
     * Closes first the listening sockets, so that no loop gets sockets from another one after it has closed its own; then
     * all others. Waits until their handlers know. The loops must run. May be called again, for sockets that were
     * opened in the meantime.
     */
    void close() {
        try {
            closeListeners();
        } finally {
            closeAll();
        }
    }

    /** Waits for a limited time for all of them together, as a loop that is blocked may have many. */
    private void closeListeners() {
        long began = System.nanoTime();
        List<Channel> registered =
                listeners.stream().filter(Channel::isRegistered).toList();
        registered.forEach(Channel::close);
        registered.forEach(listener -> listener.closeFuture()
                .awaitUninterruptibly(Math.max(0, began + patienceNanos - System.nanoTime()), TimeUnit.NANOSECONDS));
    }

    /** Repeated, for a limited time, for sockets that handlers open meanwhile, and for io_uring, which closes them later. */
    private void closeAll() {
        long began = System.nanoTime();
        onEach(LoopSockets::closeOf);
        while (loops.stream().anyMatch(loop -> loop.executor().registeredChannels() > 0)
                && System.nanoTime() - began < patienceNanos) {
            LockSupport.parkNanos(POLL_NANOS);
            onEach(LoopSockets::closeOf);
        }
    }

    private static CompletableFuture<Void> closeOf(Loop loop) {
        return CompletableFuture.runAsync(loop.sockets()::prepareToDestroy, loop.executor())
                .thenRunAsync(() -> {}, loop.executor()); // behind the events of closing, which sockets have queued
    }

    private void onEach(Function<Loop, CompletableFuture<Void>> work) {
        CompletableFuture.allOf(loops.stream().map(work).toArray(CompletableFuture[]::new))
                .join();
    }
}
