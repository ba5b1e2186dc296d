package io.narrows.node.replica;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.RaftServiceFactory;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.option.NodeOptions;
import io.narrows.node.command.Entry;
import io.narrows.node.thread.DaemonThreads;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SOFAJRaft node of this member. Safe for use by many threads; no call blocks except start and close. */
final class Consensus implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Consensus.class);
    private static final byte[] NO_CONTEXT = {};
    private static final long END_MILLIS = 10_000;

    private final PeerId self;
    private final Node node;

    private Consensus(PeerId self, Node node) {
        this.self = self;
        this.node = node;
    }

    /**
     * Opens the log and joins the group.
     *
     * @throws IOException if the log, the vote or a snapshot cannot be read
     */
    static Consensus start(RaftSettings settings, NodeOptions options, Snapshots snapshots) throws IOException {
        PeerId self = peer(settings.peerAddress());
        NodeManager.getInstance().addAddress(self.getEndpoint());
        Node node = RaftServiceFactory.createRaftNode(GroupNames.of(settings.cluster()), self);
        snapshots.use(node::snapshot);
        Consensus consensus = new Consensus(self, node);
        boolean started = false;
        try {
            started = node.init(options);
        } finally {
            if (!started) {
                consensus.close();
            }
        }
        if (!started) {
            throw new IOException(settings.directory()
                    + ": cannot read the log, the vote or the last snapshot; the reason is logged above");
        }
        if (consensus.members().learners().contains(settings.peerAddress())) {
            ElectionTimer.start((NodeImpl) node);
        }
        return consensus;
    }

    /**
     * Applies the entries up to one, without a leader. Returns before they are applied.
     *
     * @param index of an entry that is in this member's log and committed
     */
    void applyCommitted(long index) {
        CommitIndex.raise((NodeImpl) node, index);
    }

    /** Prepares to stand for election in the current term. */
    PreVote preVote() {
        return PreVote.of((NodeImpl) node);
    }

    /** Returns the leader's peer address, if one is known. */
    Optional<String> leader() {
        PeerId leader = node.getLeaderId();
        return leader == null || leader.isEmpty() ? Optional.empty() : Optional.of(leader.toString());
    }

    /** Appends an entry, if this member leads. Fails as described in {@link Failures#ofAppend}. */
    CompletableFuture<Agreed> append(Entry entry) {
        if (!node.isLeader(false)) {
            return CompletableFuture.failedFuture(new NotTakenException("this member is not the leader"));
        }
        Proposal proposal = new Proposal(entry);
        CompletableFuture<Agreed> agreed = proposal.agreed();
        agreed.thenAccept(committed -> tellCommitted(committed.index()));
        node.apply(new Task(ByteBuffer.wrap(entry.toByteArray()), proposal));
        return agreed;
    }

    /**
     * Completes when everything that the group had acknowledged before the call is applied here; a majority has confirmed
     * the leader since then.
     */
    CompletableFuture<Void> readIndex() {
        CompletableFuture<Void> read = new CompletableFuture<>();
        ask(read);
        return read;
    }

    private void ask(CompletableFuture<Void> read) {
        try {
            node.readIndex(NO_CONTEXT, new ReadIndexClosure() {
                @Override
                public void run(Status status, long index, byte[] context) {
                    settle(status, read);
                }
            });
        } catch (IllegalStateException e) {
            read.completeExceptionally(e); // the node is shutting down; the closure is also run with that status
        }
    }

    /**
     * Notifies the followers that an entry is committed, if it is the last one. Otherwise they would learn it with the next
     * entry or heartbeat, while their clients wait for its outcome, or watch for its events.
     */
    private void tellCommitted(long index) {
        if (node.getLastLogIndex() == index) {
            ask(new CompletableFuture<>()); // done by the heartbeats that confirm the leader
        }
    }

    /** Transfers the leadership, if this member leads. Returns before the other member has it; the transfer may also fail. */
    void transfer(String peerAddress) throws IOException {
        Status status = node.transferLeadershipTo(peer(peerAddress));
        if (!status.isOk()) {
            throw new IOException(status.getErrorMsg());
        }
    }

    /** Returns the Raft configuration known to this member. */
    RaftMembers members() {
        Configuration current = ((NodeImpl) node).getCurrentConf();
        return new RaftMembers(addresses(current.getPeers()), addresses(current.getLearners()));
    }

    /** Returns the peer addresses of the voters heard from within an election timeout; empty if this member does not lead. */
    Set<String> heard() {
        try {
            return addresses(node.listAlivePeers());
        } catch (IllegalStateException e) {
            return Set.of(); // it no longer leads
        }
    }

    /** Adds a voter, if this member leads. The voter counts once it has caught up. */
    CompletableFuture<Void> add(String peerAddress) {
        return change(done -> node.addPeer(peer(peerAddress), done));
    }

    /** Removes a voter, if this member leads. */
    CompletableFuture<Void> remove(String peerAddress) {
        return change(done -> node.removePeer(peer(peerAddress), done));
    }

    /** Adds a learner, if this member leads. The learner need not be reachable. */
    CompletableFuture<Void> addLearner(String peerAddress) {
        return change(done -> node.addLearners(List.of(peer(peerAddress)), done));
    }

    /** Removes a learner, if this member leads. */
    CompletableFuture<Void> removeLearner(String peerAddress) {
        return change(done -> node.removeLearners(List.of(peer(peerAddress)), done));
    }

    private static CompletableFuture<Void> change(Consumer<Closure> change) {
        CompletableFuture<Void> changed = new CompletableFuture<>();
        change.accept(status -> {
            if (status.isOk()) {
                changed.complete(null);
            } else {
                changed.completeExceptionally(new IOException(status.getErrorMsg()));
            }
        });
        return changed;
    }

    private static void settle(Status status, CompletableFuture<Void> asked) {
        if (status.isOk()) {
            asked.complete(null);
        } else {
            asked.completeExceptionally(Failures.ofStatus(status));
        }
    }

    long committed() {
        return node.getLastCommittedIndex();
    }

    long applied() {
        return node.getLastAppliedLogIndex();
    }

    /**
     * Shuts the node down, or abandons it after several seconds: if a leader cannot read its log, SOFAJRaft holds a lock
     * forever, but the process must be able to exit.
     */
    @Override
    public void close() {
        Thread ending = DaemonThreads.named("narrows-raft-end").newThread(this::end);
        ending.start();
        try {
            ending.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (ending.isAlive()) {
            LOG.atWarn().addKeyValue("member", self).log("Raft did not stop in time; shutting down anyway");
            NodeManager.getInstance().remove(node); // otherwise no member can start at this address in this process
        }
        NodeManager.getInstance().removeAddress(self.getEndpoint());
    }

    private void end() {
        node.shutdown();
        try {
            node.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Configuration configuration(Iterable<String> members) {
        Configuration configuration = new Configuration();
        members.forEach(member -> configuration.addPeer(peer(member)));
        return configuration;
    }

    private static Set<String> addresses(Collection<PeerId> peers) {
        return peers.stream().map(PeerId::toString).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static PeerId peer(String address) {
        return PeerId.parsePeer(address);
    }
}
