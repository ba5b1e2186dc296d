package io.narrows.lab.load;

import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.TxnRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A kubelet: creates the Lease of its node, and renews it forever. */
final class NodeLeases implements Script {
    private final KubernetesObjects objects;
    private final int node;
    private int renewal;
    private long revision;

    NodeLeases(KubernetesObjects objects, int node) {
        this.objects = objects;
        this.node = node;
    }

    /** Returns a script that only creates the Lease. */
    Script creation() {
        return new Quota(1, this::write);
    }

    @Override
    public Optional<Step> next() {
        return Optional.of(write());
    }

    private Step write() {
        StoredObject lease = objects.nodeLease(node, renewal++);
        return new Step(Operation.RENEW, endpoint -> write(endpoint, lease));
    }

    private CompletableFuture<Answer> write(Endpoint endpoint, StoredObject lease) {
        TxnRequest request = Transactions.update(lease, revision, 0);
        return endpoint.call(KVGrpc.getTxnMethod(), request).thenApply(response -> {
            revision = Transactions.revisionAfter(response);
            return new Answer(
                    response.getSucceeded(),
                    response.getHeader().getRevision(),
                    lease.value().size());
        });
    }
}
