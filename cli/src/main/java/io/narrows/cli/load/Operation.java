package io.narrows.cli.load;

import java.util.Locale;

/** What a client can do. */
public enum Operation {
    /** A pod, by a transaction that holds if its key is not there. */
    CREATE(true, Registry.PODS),
    /** The status of a pod, by a transaction that holds if the pod is as it was last seen. */
    UPDATE(true, Registry.PODS),
    /** A pod, by a transaction that holds if the pod is as it was last seen. */
    DELETE(true, Registry.PODS),
    /** An event about a pod, by a transaction that holds if its key is not there, with a lease. */
    EVENT(true, Registry.EVENTS),
    /** The Lease of a node, at its own pace. */
    RENEW(true, Registry.NODE_LEASES),
    /** A linearizable range of one key. */
    GET(false, Registry.PODS),
    /** A linearizable range of a namespace's pods, with a limit. */
    LIST(false, Registry.PODS);

    private final boolean write;
    private final String prefix;

    Operation(boolean write, String prefix) {
        this.write = write;
        this.prefix = prefix;
    }

    /** Whether it changes the store. */
    public boolean isWrite() {
        return write;
    }

    /** Of the keys that it is about. */
    String prefix() {
        return prefix;
    }

    /** As it is written in a mix, and shown. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
