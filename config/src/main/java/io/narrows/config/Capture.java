package io.narrows.config;

import java.util.function.Function;

/** A way in which traffic gets into the sidecar. */
public sealed interface Capture permits ListenerCapture, ConnectCapture {
    /** The local address that the database connects to. */
    HostPort listen();

    /** Returns the key of {@link #listen} in the file, which identifies the mode. */
    String key();

    /** Applies the function of this capture's mode. A new mode adds a parameter, so that no caller can forget it. */
    <R> R match(Function<ListenerCapture, R> listener, Function<ConnectCapture, R> connect);

    /** Returns whether other machines are allowed to reach {@link #listen}; if not, a reachable address causes a warning. */
    boolean exposed();
}
