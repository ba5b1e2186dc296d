package io.narrows.cli.adopt;

/** The kind of clients that connect to a port of a database. */
enum PortUse {
    /** Other nodes only. */
    PEERS("for peers"),
    /** Clients only. */
    CLIENTS("for clients"),
    /** Both, or it is not known. */
    BOTH("for peers or clients");

    private final String label;

    PortUse(String label) {
        this.label = label;
    }

    /** Returns words for comments. */
    String label() {
        return label;
    }
}
