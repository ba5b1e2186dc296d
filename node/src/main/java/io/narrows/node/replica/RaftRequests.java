package io.narrows.node.replica;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;

/**
 * Hands this member's requests to members of its group, each once: its own stay in this process, those of others go over the
 * network. Safe for use by many threads; nothing blocks where it does not say so.
 */
final class RaftRequests implements Closeable {
    private static final long TRANSFER_MILLIS = 5_000;

    private final RaftServer server;
    private final RaftGroupId group;
    private final Forwarder forwarder = new Forwarder();
    private final ClientId clientId = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    /** @param server of this member, which is not closed with its requests */
    RaftRequests(RaftServer server, RaftGroupId group) {
        this.server = server;
        this.group = group;
    }

    /**
     * Hands a request to a member.
     *
     * @param within for a member that is another; who asks himself has a timeout of his own
     */
    CompletableFuture<RaftClientReply> send(
            RaftPeerId member, Message message, RaftClientRequest.Type type, Duration within) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(clientId)
                .setServerId(member)
                .setGroupId(group)
                .setCallId(calls.incrementAndGet())
                .setMessage(message)
                .setType(type)
                .build();
        return member.equals(server.getId())
                ? submitted(() -> server.submitClientRequestAsync(request))
                : forwarder.send(request, within);
    }

    CompletableFuture<RaftClientReply> transferLeadership(RaftPeerId to) {
        TransferLeadershipRequest request = new TransferLeadershipRequest(
                clientId, server.getId(), group, calls.incrementAndGet(), to, TRANSFER_MILLIS);
        return submitted(() -> server.transferLeadershipAsync(request));
    }

    /**
     * Has this member take part in the group for the first time; blocks.
     *
     * @throws IOException when it cannot
     */
    void begin(RaftGroup with) throws IOException {
        RaftClientReply reply = server.groupManagement(
                GroupManagementRequest.newAdd(clientId, server.getId(), calls.incrementAndGet(), with, true));
        if (reply.getException() != null) {
            throw reply.getException();
        }
    }

    /** Gives Raft other members, if this member leads; blocks. */
    RaftClientReply setMembers(Collection<String> addresses) throws IOException {
        return server.setConfiguration(new SetConfigurationRequest(
                clientId,
                server.getId(),
                group,
                calls.incrementAndGet(),
                SetConfigurationRequest.Arguments.newBuilder()
                        .setServersInNewConf(
                                addresses.stream().map(Groups::peer).toList())
                        .build()));
    }

    /** Fails what is under way to others. */
    @Override
    public void close() {
        forwarder.close();
    }

    private interface Submission {
        CompletableFuture<RaftClientReply> submit() throws IOException;
    }

    private static CompletableFuture<RaftClientReply> submitted(Submission submission) {
        try {
            return submission.submit();
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
