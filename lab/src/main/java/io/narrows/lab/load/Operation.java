package io.narrows.lab.load;

import java.util.Locale;

/** An operation of a client. */
public enum Operation {
    /** Creates a pod in a transaction that requires its key to be absent. */
    CREATE(Kind.WRITE, Registry.PODS),
    /** Updates the status of a pod in a transaction that requires the last seen revision. */
    UPDATE(Kind.WRITE, Registry.PODS),
    /** Deletes a pod in a transaction that requires the last seen revision. */
    DELETE(Kind.WRITE, Registry.PODS),
    /** Creates an event about a pod, with a lease, in a transaction that requires its key to be absent. */
    EVENT(Kind.WRITE, Registry.EVENTS),
    /** Renews the Lease of a node, at its own pace. */
    RENEW(Kind.WRITE, Registry.NODE_LEASES),
    /** Reads one key by a linearizable range. */
    GET(Kind.READ, Registry.PODS),
    /** Reads a namespace's pods by a linearizable range with a limit. */
    LIST(Kind.READ, Registry.PODS),
    /** Keeps the client's own lease alive, which has no keys. */
    KEEP_ALIVE(Kind.KEEP_ALIVE, "");

    /** Kinds of operations, which have separate latencies. */
    enum Kind {
        WRITE,
        READ,
        KEEP_ALIVE
    }

    private final Kind kind;
    private final String prefix;

    Operation(Kind kind, String prefix) {
        this.kind = kind;
        this.prefix = prefix;
    }

    Kind kind() {
        return kind;
    }

    /** Returns whether the operation changes keys. */
    public boolean isWrite() {
        return kind == Kind.WRITE;
    }

    /** Returns whether the operation reads keys. */
    public boolean isRead() {
        return kind == Kind.READ;
    }

    /** Returns the prefix of the keys that it uses; empty if it uses none. */
    String prefix() {
        return prefix;
    }

    /** Returns the name in a mix and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
