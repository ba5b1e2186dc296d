package io.narrows.proxy.transport;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.unix.FileDescriptor;
import java.util.function.LongSupplier;

/**
 * A socket that ignores events of an earlier socket with the same file descriptor. Used on one event loop only.
 *
 * <p>Netty finds the socket of an event by its descriptor (4.2.18). In one pass over a batch of events, a handler may
 * close a socket whose own event is still to come and open another one, which reuses the descriptor and then receives
 * the event. Reading the new socket, which is not connected yet, fails with
 * {@link java.nio.channels.NotYetConnectedException}; a hang-up shuts its input down, so that a connection looks
 * cleanly ended once it is established. Events of the pass in which a socket was registered never belong to it,
 * because the kernel returned them earlier.
 */
@SuppressWarnings("try") // the signature of close is that of Netty
final class OwnEventsHandle implements EpollIoHandle {
    private final EpollIoHandle socket;
    private final LongSupplier pass;
    private final long registeredIn;

    /** @param pass number of the current or, between passes, of the last pass over events */
    OwnEventsHandle(EpollIoHandle socket, LongSupplier pass) {
        this.socket = socket;
        this.pass = pass;
        this.registeredIn = pass.getAsLong();
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
        if (pass.getAsLong() != registeredIn) {
            socket.handle(registration, event);
        }
    }

    @Override
    public FileDescriptor fd() {
        return socket.fd();
    }

    @Override
    public void registered() {
        socket.registered();
    }

    @Override
    public void unregistered() {
        socket.unregistered();
    }

    @Override
    public void close() throws Exception {
        socket.close();
    }
}
