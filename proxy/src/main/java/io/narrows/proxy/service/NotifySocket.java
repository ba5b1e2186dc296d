package io.narrows.proxy.service;

import io.narrows.config.TransportKind;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;

/** Sends messages of sd_notify(3) to the service manager. Not to be used on an event loop: a call waits until it is sent. */
interface NotifySocket {
    /** @param assignments such as {@code READY=1}, none with a line end */
    void send(String... assignments) throws IOException;

    /**
     * Returns a socket of epoll, the only one that can be of a datagram's kind; with another transport, the program systemd-notify.
     *
     * @param address value of {@code NOTIFY_SOCKET}: a path, or an abstract name behind an {@code @}
     */
    static NotifySocket at(String address, Transport transport) {
        return transport.kind() == TransportKind.EPOLL
                ? new DatagramNotifySocket(address, transport.loops().get(0))
                : new NotifyCommand(address);
    }
}
