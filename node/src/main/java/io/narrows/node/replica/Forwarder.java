package io.narrows.node.replica;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.retry.RequestTypeDependentRetryPolicy;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto.TypeCase;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.retry.RetryPolicy;
import org.apache.ratis.util.TimeDuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings requests to the leader, by the same peer addresses as all that members say to each other, and again when the leader
 * changes meanwhile; one that is sent twice is applied once. Safe for use by many threads.
 */
final class Forwarder implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Forwarder.class);
    private static final RetryPolicy SOON =
            RetryPolicies.retryForeverWithSleep(TimeDuration.valueOf(100, TimeUnit.MILLISECONDS));

    /** Longer than callers wait, and shorter than the 60 seconds for which the leader knows what it has been sent before. */
    private static final TimeDuration GIVEN_UP = TimeDuration.valueOf(45, TimeUnit.SECONDS);

    private static final RetryPolicy RETRIES = RequestTypeDependentRetryPolicy.newBuilder()
            .setRetryPolicy(TypeCase.WRITE, SOON)
            .setTimeout(TypeCase.WRITE, GIVEN_UP)
            .setRetryPolicy(TypeCase.READ, SOON)
            .setTimeout(TypeCase.READ, GIVEN_UP)
            .setRetryPolicy(TypeCase.WATCH, SOON)
            .setTimeout(TypeCase.WATCH, GIVEN_UP)
            .build();

    private final RaftProperties properties;
    private final Supplier<RaftGroup> group;
    private Set<RaftPeerId> members = Set.of();
    private RaftClient client;
    private boolean closed;

    /** @param group the members as they are now */
    Forwarder(RaftProperties properties, Supplier<RaftGroup> group) {
        this.properties = properties;
        this.group = group;
    }

    CompletableFuture<RaftClientReply> write(Message message) {
        RaftClient used = client();
        return used.async().send(message).whenComplete((reply, failure) -> {
            if (failure != null) {
                // Ratis sends writes in their order: behind one that was given up it sends none.
                discard(used);
            }
        });
    }

    CompletableFuture<RaftClientReply> ask(Message message, RaftPeerId leader) {
        return client().async().sendReadOnlyUnordered(message, leader);
    }

    /** Waits for the answer. */
    RaftClientReply transferLeadership(RaftPeerId target, long timeoutMillis) throws IOException {
        return client().admin().transferLeadership(target, timeoutMillis);
    }

    private synchronized RaftClient client() {
        if (closed) {
            throw new IllegalStateException("the member stops");
        }
        RaftGroup now = group.get();
        Set<RaftPeerId> ids = now.getPeers().stream().map(peer -> peer.getId()).collect(Collectors.toSet());
        // Ratis learns of members that come and go; a client that is replaced fails what it has under way.
        if (client == null || Collections.disjoint(ids, members)) {
            closeClient();
            client = RaftClient.newBuilder()
                    .setProperties(properties)
                    .setRaftGroup(now)
                    .setRetryPolicy(RETRIES)
                    .build();
            members = ids;
        }
        return client;
    }

    private synchronized void discard(RaftClient failed) {
        if (client == failed) {
            closeClient();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeClient();
    }

    private void closeClient() {
        if (client != null) {
            RaftClient ended = client;
            client = null;
            try {
                ended.close();
            } catch (IOException e) {
                LOG.atDebug().setCause(e).log("A client of the group did not end well");
            }
        }
    }
}
