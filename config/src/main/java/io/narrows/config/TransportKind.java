package io.narrows.config;

import java.util.Map;

/** Socket API of the transport. */
public enum TransportKind {
    /** The best one available on this machine. */
    AUTO("auto"),
    EPOLL("epoll"),
    IO_URING("io_uring"),
    NIO("nio");

    static final Map<String, TransportKind> BY_LABEL = Ordered.by(TransportKind::label, values());

    private final String label;

    TransportKind(String label) {
        this.label = label;
    }

    /** Returns the name in files, metrics and messages. */
    public String label() {
        return label;
    }
}
