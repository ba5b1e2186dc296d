package io.narrows.proxy.memory;

import java.util.Locale;

/** What a {@link MemoryPool} is for. */
public enum Purpose {
    /** Contexts that encode. */
    SENDING,
    /** Contexts that decode, with what was granted to peers for them. */
    RECEIVING,
    /** History that links share. */
    HISTORY,
    /** Contexts that try whether a stream shrinks, and whose output is thrown away. */
    PROBES,
    /** Bytes that wait for a reader that is slower than their sender. */
    QUEUES,
    /** Connections that have not said hello yet. */
    HANDSHAKES;

    /** As metrics and the documentation name it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
