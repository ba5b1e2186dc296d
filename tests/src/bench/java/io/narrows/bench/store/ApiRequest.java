package io.narrows.bench.store;

import java.util.Locale;

/** A kind of request to a Kubernetes API server. */
public enum ApiRequest {
    /** Creations of ConfigMaps. */
    CREATE,
    /** Replacements of ConfigMaps, each of the revision that the client knows. */
    UPDATE,
    /** Renewals of the Leases of nodes. */
    RENEW,
    /** Reads of ConfigMaps. */
    GET;

    /** Returns the name on the command line of the load. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name in tables. */
    @Override
    public String toString() {
        return label() + "s";
    }
}
