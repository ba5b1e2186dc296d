package io.narrows.config;

/** How traffic gets into the sidecar. */
public sealed interface Capture permits ListenerCapture, ConnectCapture {
    /** The local address that the database connects to. */
    HostPort listen();

    /** Whether others may reach {@link #listen}; without it an address that they reach gets a warning. */
    boolean exposed();
}
