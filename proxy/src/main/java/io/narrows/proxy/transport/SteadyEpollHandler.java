package io.narrows.proxy.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import java.util.function.LongSupplier;

/**
 * Netty's epoll handler with two corrections: sockets that wait for nothing stay in the epoll set, and no socket gets
 * {@linkplain OwnEventsHandle events of another one}.
 *
 * <p>Netty 4.2.13 to 4.2.18 remove a socket that waits for nothing from the set (pull request 16689) without recording
 * the removal: the next change of its events fails with ENOENT, and Netty reacts to a failed wait for EPOLLOUT by
 * shutting the socket's output down. An application that half-closes, and then receives a longer answer than fits its
 * socket's buffer, would see a clean end of a truncated answer. Without events, an edge-triggered socket causes no
 * repeated wake-ups, which the removal was meant to prevent.
 */
final class SteadyEpollHandler implements IoHandler {
    private final IoHandler epoll;
    private final LongSupplier pass = this::pass;
    private long passes;

    private SteadyEpollHandler(IoHandler epoll) {
        this.epoll = epoll;
    }

    static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return executor -> new SteadyEpollHandler(factory.newHandler(executor));
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new SteadyRegistration(epoll.register(new OwnEventsHandle((EpollIoHandle) handle, pass)));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        passes++;
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    private long pass() {
        return passes;
    }

    private record SteadyRegistration(IoRegistration registration) implements IoRegistration {
        @Override
        public long submit(IoOps ops) {
            return registration.submit(EpollIoOps.NONE.equals(ops) ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature
        public <T> T attachment() {
            return registration.attachment();
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}
