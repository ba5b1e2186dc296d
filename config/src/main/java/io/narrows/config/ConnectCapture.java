package io.narrows.config;

import java.util.function.Function;

/** HTTP CONNECT on one local address for all peers, by the addresses that the database gives them. */
public record ConnectCapture(HostPort listen, boolean exposed) implements Capture {
    @Override
    public <R> R match(Function<ListenerCapture, R> listener, Function<ConnectCapture, R> connect) {
        return connect.apply(this);
    }
}
