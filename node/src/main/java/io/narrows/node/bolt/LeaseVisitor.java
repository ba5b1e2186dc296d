package io.narrows.node.bolt;

import java.io.IOException;

/** Visits leases in the unsigned order of their ids. */
@FunctionalInterface
public interface LeaseVisitor {
    void lease(SnapshotLease lease) throws IOException;
}
