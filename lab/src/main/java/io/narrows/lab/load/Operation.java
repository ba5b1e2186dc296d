package io.narrows.lab.load;

import java.util.Locale;

/** An operation of a client. */
public enum Operation {
    /** Creates a pod in a transaction that requires its key to be absent. */
    CREATE(true, Registry.PODS),
    /** Updates the status of a pod in a transaction that requires the last seen revision. */
    UPDATE(true, Registry.PODS),
    /** Deletes a pod in a transaction that requires the last seen revision. */
    DELETE(true, Registry.PODS),
    /** Creates an event about a pod, with a lease, in a transaction that requires its key to be absent. */
    EVENT(true, Registry.EVENTS),
    /** Renews the Lease of a node, at its own pace. */
    RENEW(true, Registry.NODE_LEASES),
    /** Reads one key by a linearizable range. */
    GET(false, Registry.PODS),
    /** Reads a namespace's pods by a linearizable range with a limit. */
    LIST(false, Registry.PODS);

    private final boolean write;
    private final String prefix;

    Operation(boolean write, String prefix) {
        this.write = write;
        this.prefix = prefix;
    }

    /** Returns whether the operation changes the store. */
    public boolean isWrite() {
        return write;
    }

    /** Returns the prefix of the keys that it uses. */
    String prefix() {
        return prefix;
    }

    /** Returns the name in a mix and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
