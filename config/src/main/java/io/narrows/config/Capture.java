package io.narrows.config;

import java.util.Optional;
import java.util.function.Function;

/** A way in which traffic gets into the sidecar. */
public sealed interface Capture permits ListenerCapture, ConnectCapture, Socks5Capture, TransparentCapture {
    /** The local address that the database, or the kernel for it, connects to. */
    HostPort listen();

    /** Returns the key of {@link #listen} in the file, which identifies the mode. */
    String key();

    /** Returns the database's TLS that the capture ends; empty if it carries bytes as they come. */
    default Optional<TerminatedTls> terminated() {
        return Optional.empty();
    }

    /** Applies the function of this capture's mode. A new mode adds a parameter, so that no caller can forget it. */
    <R> R match(
            Function<ListenerCapture, R> listener,
            Function<ConnectCapture, R> connect,
            Function<Socks5Capture, R> socks5,
            Function<TransparentCapture, R> transparent);

    /** Returns this capture if it is one local address for one peer. */
    default Optional<ListenerCapture> asListener() {
        return match(
                Optional::of, connect -> Optional.empty(), socks5 -> Optional.empty(), transparent -> Optional.empty());
    }

    /** Returns this capture if the kernel hands connections to it. */
    default Optional<TransparentCapture> asTransparent() {
        return match(
                listener -> Optional.empty(), connect -> Optional.empty(), socks5 -> Optional.empty(), Optional::of);
    }
}
