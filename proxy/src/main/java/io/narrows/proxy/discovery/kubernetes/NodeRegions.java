package io.narrows.proxy.discovery.kubernetes;

import io.narrows.proxy.discovery.Batches;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of a cluster's machines, from the label {@code topology.kubernetes.io/region} of each Node. Without the
 * permission to read Nodes there are none, and a peer's location comes from its hello. Safe for use by many threads.
 */
final class NodeRegions {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRegions.class);
    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    private static final String RULE = "get of nodes (a ClusterRole)";
    private static final int AT_ONCE = 8;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final Map<String, Optional<String>> known = new HashMap<>();
    private boolean forbidden;
    private boolean logged;

    /** Returns the region of a machine, if it is known. */
    synchronized Optional<String> region(String node) {
        return known.getOrDefault(node, Optional.empty());
    }

    /** Asks again for permission, which may have been granted. */
    synchronized void retry() {
        forbidden = false;
    }

    /**
     * Forgets all other machines, and asks for those that are not known, a few at once. Ends early if none of a batch can be
     * read, as then the others cannot either.
     *
     * @return a future that never fails
     */
    CompletableFuture<Void> learn(ApiClient api, Set<String> nodes) {
        return Batches.run(unknown(nodes), AT_ONCE, node -> ask(api, node), batch -> batch.contains(true))
                .thenApply(results -> null);
    }

    private synchronized List<String> unknown(Set<String> nodes) {
        known.keySet().retainAll(nodes);
        return forbidden
                ? List.of()
                : nodes.stream().filter(node -> !known.containsKey(node)).toList();
    }

    /** Returns whether the machine's region is known now. */
    private CompletableFuture<Boolean> ask(ApiClient api, String node) {
        return api.get("/api/v1/nodes/" + ApiPath.encoded(node), METADATA_ONLY, RULE)
                .handle((body, failure) ->
                        failure == null ? answered(node, body) : failed(node, ApiException.of(failure)));
    }

    private boolean answered(String node, byte[] body) {
        try {
            put(node, ApiJson.region(body));
            return true;
        } catch (IOException e) {
            return failed(node, ApiException.of(e));
        }
    }

    private synchronized void put(String node, Optional<String> region) {
        known.put(node, region);
    }

    private synchronized boolean failed(String node, ApiException failure) {
        if (failure.code() == NOT_FOUND) {
            known.put(node, Optional.empty());
            return true;
        }
        forbidden |= failure.code() == FORBIDDEN;
        if (forbidden && !logged) {
            logged = true;
            LOG.atInfo()
                    .addKeyValue("detail", failure.getMessage())
                    .log("cannot read the regions of nodes; locations come from the peers' hellos");
        }
        return false;
    }
}
