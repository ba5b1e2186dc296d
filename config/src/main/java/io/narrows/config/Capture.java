package io.narrows.config;

import java.util.function.Function;

/** How traffic gets into the sidecar. */
public sealed interface Capture permits ListenerCapture, ConnectCapture {
    /** The local address that the database connects to. */
    HostPort listen();

    /** Applies the function of this capture's mode. A new mode takes a parameter of its own, so that no caller can forget it. */
    <R> R match(Function<ListenerCapture, R> listener, Function<ConnectCapture, R> connect);

    /** Whether others may reach {@link #listen}; without it an address that they reach gets a warning. */
    boolean exposed();
}
