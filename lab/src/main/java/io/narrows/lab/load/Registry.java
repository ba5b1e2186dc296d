package io.narrows.lab.load;

import com.google.protobuf.ByteString;

/**
 * The keys of objects, below the load's own prefix, laid out like {@code /registry} of a Kubernetes API server. Nothing
 * outside the prefix is read or written.
 */
public final class Registry {
    /** Prefix of every key of the load. */
    public static final String PREFIX = "/narrows-bench/";

    static final String PODS = PREFIX + "pods/";
    static final String EVENTS = PREFIX + "events/";
    static final String NODE_LEASES = PREFIX + "leases/kube-node-lease/";

    private Registry() {}

    static String pod(String namespace, String name) {
        return PODS + namespace + "/" + name;
    }

    static String event(String namespace, String name) {
        return EVENTS + namespace + "/" + name;
    }

    static String nodeLease(String node) {
        return NODE_LEASES + node;
    }

    /** Returns the first key after all keys with a prefix, whose last character must be below U+007F. */
    static ByteString endOf(String prefix) {
        int last = prefix.length() - 1;
        return ByteString.copyFromUtf8(prefix.substring(0, last) + (char) (prefix.charAt(last) + 1));
    }
}
