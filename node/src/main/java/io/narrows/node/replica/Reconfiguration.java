package io.narrows.node.replica;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Members;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.MemberIds;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftClientReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings Raft's configuration to the list of members, which is part of the replicated state: the leader does, and tries again
 * until it is so. A member that was added counts for nothing until it has been started and has caught up; so adding one that
 * never starts does not endanger the group.
 */
final class Reconfiguration implements ChangeListener {
    private static final Logger LOG = LoggerFactory.getLogger(Reconfiguration.class);
    private static final long RETRY_SECONDS = 1;

    private final RaftSettings settings;
    private final Keyspace keyspace;
    private final ScheduledExecutorService executor;
    private final AtomicBoolean planned = new AtomicBoolean();
    private volatile RaftReplica replica;
    private volatile boolean leading;

    /** @param executor has one thread, which may wait */
    Reconfiguration(RaftSettings settings, Keyspace keyspace, ScheduledExecutorService executor) {
        this.settings = settings;
        this.keyspace = keyspace;
        this.executor = executor;
    }

    /** Told once, before which nothing is done. */
    void use(RaftReplica started) {
        replica = started;
        plan(0);
    }

    void lead() {
        leading = true;
        plan(0);
    }

    void follow() {
        leading = false;
    }

    @Override
    public void membersChanged() {
        plan(0);
    }

    private void plan(long seconds) {
        if (leading && !executor.isShutdown() && planned.compareAndSet(false, true)) {
            executor.schedule(this::bringAbout, seconds, TimeUnit.SECONDS);
        }
    }

    private void bringAbout() {
        planned.set(false);
        if (!leading || replica == null) {
            return;
        }
        try {
            if (!step()) {
                plan(RETRY_SECONDS);
            }
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().setCause(e).log("Raft's members cannot be changed now, and will be later");
            plan(RETRY_SECONDS);
        }
    }

    /** Whether nothing is left to do. */
    private boolean step() throws IOException {
        Set<String> wanted = addresses(keyspace.members());
        Set<String> present = replica.members();
        if (wanted.isEmpty()) {
            replica.propose(bootstrap(present));
            return true;
        }
        if (wanted.equals(present)) {
            return true;
        }
        Set<String> remaining = new LinkedHashSet<>(present);
        remaining.retainAll(wanted);
        // Removals first: they need nobody new.
        Set<String> next = remaining.size() < present.size() ? remaining : wanted;
        LOG.atInfo().addKeyValue("from", present).addKeyValue("to", next).log("Changing Raft's members");
        RaftClientReply reply = replica.setMembers(next);
        if (!reply.isSuccess()) {
            LOG.atInfo().addKeyValue("reason", reply.getException()).log("Raft's members are not changed yet");
            return false;
        }
        return next.equals(wanted);
    }

    private Command bootstrap(Set<String> peers) {
        List<MemberRecord> members = peers.stream()
                .map(peer -> MemberRecord.newBuilder()
                        .setId(MemberIds.ofMember(settings.cluster(), peer))
                        .setPeerAddress(peer)
                        .build())
                .toList();
        return Command.newBuilder()
                .setBootstrap(Members.newBuilder().addAllMembers(members))
                .build();
    }

    private static Set<String> addresses(List<MemberRecord> members) {
        return members.stream().map(MemberRecord::getPeerAddress).collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
