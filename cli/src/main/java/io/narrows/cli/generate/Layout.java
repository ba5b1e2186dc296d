package io.narrows.cli.generate;

/** How a cluster's configurations are written: one that all nodes share, or one for each node. */
public enum Layout {
    SHARED,
    PER_NODE;

    /** Returns the name of a node's certificate in its folder; the same on all nodes that share a configuration. */
    String certificate(String id) {
        return stem(id) + ".pem";
    }

    /** Returns the name of a node's key in its folder. */
    String key(String id) {
        return stem(id) + ".key";
    }

    private String stem(String id) {
        return switch (this) {
            case SHARED -> "node";
            case PER_NODE -> id;
        };
    }
}
