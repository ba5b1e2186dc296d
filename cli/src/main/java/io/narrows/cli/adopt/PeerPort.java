package io.narrows.cli.adopt;

/**
 * The evidence that a host is a peer: its connections to or from one port of a database.
 *
 * @param database the name of the database or the program, for people
 * @param inbound whether it has connections to this host
 * @param outbound whether this host has connections to it
 */
record PeerPort(int port, String database, PortUse use, boolean inbound, boolean outbound) {
    /** Combines the evidence of two connections to the same port. */
    PeerPort and(PeerPort other) {
        return new PeerPort(
                port,
                database,
                use == PortUse.CLIENTS ? other.use : use,
                inbound || other.inbound,
                outbound || other.outbound);
    }

    /** Returns whether the evidence is only that of clients. */
    boolean isClient() {
        return use == PortUse.CLIENTS;
    }

    /** Returns the evidence and its meaning. */
    String explanation() {
        String name = "port " + port + " (" + database + ")";
        if (inbound && outbound) {
            return "Connections both ways to " + name + ": a peer.";
        }
        String oneWay = inbound
                ? "Connections from it to " + name + " of this host only: "
                : "Connections from this host to its " + name + " only: ";
        if (use == PortUse.PEERS) {
            return oneWay + "a peer, since clients do not make such connections.";
        }
        return oneWay
                + (inbound
                        ? "a standby or replica, or only a client. Remove it if it is a client."
                        : "this host is its standby or replica, or only a client of it. Remove it if only a client.");
    }
}
