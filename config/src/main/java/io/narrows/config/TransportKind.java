package io.narrows.config;

import java.util.Map;

/** How sockets are driven. */
public enum TransportKind {
    /** The best that this machine has. */
    AUTO("auto"),
    EPOLL("epoll"),
    IO_URING("io_uring"),
    NIO("nio");

    static final Map<String, TransportKind> BY_LABEL = Ordered.by(TransportKind::label, values());

    private final String label;

    TransportKind(String label) {
        this.label = label;
    }

    /** The name in files, metrics and messages. */
    public String label() {
        return label;
    }
}
