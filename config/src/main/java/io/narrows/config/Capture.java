package io.narrows.config;

/** How traffic gets into the sidecar. */
public sealed interface Capture permits ListenerCapture, ConnectCapture {
    /** The local address that the database connects to. */
    HostPort listen();
}
