package io.narrows.proxy.service;

import io.narrows.config.TransportKind;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;

/**
 * Sends messages of sd_notify(3) to the service manager. Must not be used on an event loop: a call waits until the
 * message is sent.
 */
interface NotifySocket {
    /** @param assignments such as {@code READY=1}, without line ends */
    void send(String... assignments) throws IOException;

    /**
     * Returns a socket of epoll, the only transport with Unix datagram sockets; with any other, the program
     * systemd-notify.
     *
     * @param address value of {@code NOTIFY_SOCKET}: a path, or an abstract name after an {@code @}
     */
    static NotifySocket at(String address, Transport transport) {
        return transport.kind() == TransportKind.EPOLL
                ? new DatagramNotifySocket(address, transport.loops().get(0))
                : new NotifyCommand(address);
    }
}
