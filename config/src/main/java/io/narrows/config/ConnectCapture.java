package io.narrows.config;

import java.util.function.Function;

/**
 * HTTP CONNECT on one local address for all peers, identified by the addresses that the database requests.
 */
public record ConnectCapture(HostPort listen, boolean exposed) implements Capture {
    @Override
    public String key() {
        return "connect";
    }

    @Override
    public <R> R match(
            Function<ListenerCapture, R> listener,
            Function<ConnectCapture, R> connect,
            Function<Socks5Capture, R> socks5,
            Function<TransparentCapture, R> transparent) {
        return connect.apply(this);
    }
}
