package io.narrows.node.bolt;

import java.io.IOException;

/** Takes leases in the order of their ids, as unsigned numbers. */
@FunctionalInterface
public interface LeaseVisitor {
    void lease(SnapshotLease lease) throws IOException;
}
