package io.narrows.config;

import java.util.function.Function;

/** SOCKS5 on one local address for all peers, identified by the addresses that the database requests. */
public record Socks5Capture(HostPort listen, boolean exposed) implements Capture {
    @Override
    public String key() {
        return "socks5";
    }

    @Override
    public <R> R match(
            Function<ListenerCapture, R> listener,
            Function<ConnectCapture, R> connect,
            Function<Socks5Capture, R> socks5,
            Function<TransparentCapture, R> transparent) {
        return socks5.apply(this);
    }
}
