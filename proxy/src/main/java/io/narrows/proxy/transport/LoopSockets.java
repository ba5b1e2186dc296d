package io.narrows.proxy.transport;

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * The sockets of all event loops, which are closed before the loops end.
 *
 * <p>A loop of Netty closes its sockets when it sees, after a pass over their events, that it is to end. A request
 * without a quiet period that arrives later in that pass ends the loop at once (4.2.18): the sockets stay open, and
 * their handlers keep their buffers.
 */
final class LoopSockets {
    private record Loop(Executor executor, IoHandler sockets) {}

    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    /** Returns a factory whose loops belong to these. */
    IoHandlerFactory of(IoHandlerFactory factory) {
        return executor -> {
            IoHandler sockets = factory.newHandler(executor);
            loops.add(new Loop(executor, sockets));
            return sockets;
        };
    }

    /** Closes the sockets, and waits until their handlers know. The loops must run, and take no new sockets. */
    void close() {
        CompletableFuture.allOf(loops.stream().map(LoopSockets::close).toArray(CompletableFuture[]::new))
                .join();
    }

    private static CompletableFuture<Void> close(Loop loop) {
        return CompletableFuture.runAsync(loop.sockets()::prepareToDestroy, loop.executor())
                .thenRunAsync(() -> {}, loop.executor()); // behind the events of closing, which sockets have queued
    }
}
