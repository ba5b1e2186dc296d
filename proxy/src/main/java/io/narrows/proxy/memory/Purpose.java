package io.narrows.proxy.memory;

import java.util.Locale;

/** The purpose of a {@link MemoryPool}. */
public enum Purpose {
    /** Encoding contexts, and samples of what is sent. */
    SENDING,
    /** Decoding contexts, including grants to peers, and pieces that are rebuilt. */
    RECEIVING,
    /** History shared by links, the states of contexts that are kept for later links, and dictionaries. */
    HISTORY,
    /** Contexts that probe whether a stream compresses and whose output is discarded. */
    PROBES,
    /** Links, and the connections that they carry, without their contexts and queues. */
    LINKS,
    /** Bytes queued for a slow reader. */
    QUEUES,
    /** Connections without a completed hello. */
    HANDSHAKES;

    /** Returns the name in metrics and documentation. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
