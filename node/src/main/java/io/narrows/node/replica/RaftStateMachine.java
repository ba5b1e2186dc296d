package io.narrows.node.replica;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcomes;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.StateMachine;
import io.narrows.storage.db.ClosedDatabaseException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine driven by SOFAJRaft, on one thread.
 *
 * <p>The database stores the position of the last command in the same batch as its changes, and writes no log of its own:
 * after a crash it is as it was when it was last flushed, behind the Raft log but never inconsistent with it. SOFAJRaft restarts
 * after the last snapshot; entries that are already in the database are skipped.
 */
final class RaftStateMachine extends StateMachineAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(RaftStateMachine.class);

    private final Keyspace keyspace;
    private final StateMachine state;
    private final Snapshots snapshots;
    private final LeadershipListener leadership;
    private final AppliedListener listener;
    private final AppliedIndex applied = new AppliedIndex();
    private final Elections elections = new Elections();
    private volatile long term;
    private volatile boolean leads;

    /** Set when an entry is not applied because the keyspace closes. SOFAJRaft then reports an error, which is none. */
    private volatile boolean refused;

    /** Listens for applied entries. */
    @FunctionalInterface
    interface AppliedListener {
        /** Called on the applying thread when all entries up to one, which are committed, are applied. */
        void applied(long term, long index);
    }

    RaftStateMachine(
            Keyspace keyspace,
            StateMachine state,
            Snapshots snapshots,
            LeadershipListener leadership,
            AppliedListener listener) {
        this.keyspace = keyspace;
        this.state = state;
        this.snapshots = snapshots;
        this.leadership = leadership;
        this.listener = listener;
        this.term = keyspace.applied().term();
    }

    @Override
    public void onApply(Iterator entries) {
        long lastTerm = 0;
        long last = 0;
        while (entries.hasNext()) {
            try {
                apply(entries);
            } catch (IOException | RuntimeException e) {
                stop(entries, e);
                return;
            }
            lastTerm = entries.getTerm();
            last = entries.getIndex();
            entries.next();
        }
        listener.applied(lastTerm, last);
        snapshots.takeIfDue(applied.value());
    }

    /** Applies an entry. Only the member that appended it as the leader has its proposal, which waits for the outcomes. */
    private void apply(Iterator entries) throws IOException {
        long index = entries.getIndex();
        Proposal waiting = entries.done() instanceof Proposal proposal ? proposal : null;
        Outcomes outcomes = Outcomes.getDefaultInstance();
        if (index > keyspace.applied().index()) {
            if (waiting != null) {
                outcomes = state.apply(waiting.entry(), entries.getTerm(), index);
            } else {
                state.applyUnawaited(Entry.parseFrom(entries.getData()), entries.getTerm(), index);
            }
        }
        applied.advance(index);
        if (waiting != null) {
            waiting.applied(index, outcomes);
        }
    }

    /** Stops the member: skipping an entry that only this member cannot apply would make its state diverge. */
    private void stop(Iterator entries, Exception cause) {
        if (cause instanceof ClosedDatabaseException) {
            refused = true;
            LOG.atInfo().addKeyValue("index", entries.getIndex()).log("closing before an entry is applied");
        } else {
            LOG.atError()
                    .setCause(cause)
                    .addKeyValue("index", entries.getIndex())
                    .log("cannot apply an entry; stopping this member");
            leadership.failed(cause);
        }
        entries.setErrorAndRollback(1, new Status(RaftError.ESTATEMACHINE, "%s", cause));
    }

    @Override
    public void onSnapshotSave(SnapshotWriter writer, Closure done) {
        snapshots.save(writer, term, done);
    }

    @Override
    public boolean onSnapshotLoad(SnapshotReader reader) {
        try {
            applied.advance(snapshots.load(reader));
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("snapshot", reader.getPath())
                    .log("cannot install a snapshot; stopping this member");
            leadership.failed(e);
            return false;
        }
    }

    @Override
    public void onLeaderStart(long newTerm) {
        term = newTerm;
        leads = true;
        leadership.leads();
        elections.elected();
    }

    @Override
    public void onLeaderStop(Status status) {
        leads = false;
        leadership.follows();
    }

    @Override
    public void onStartFollowing(LeaderChangeContext context) {
        term = context.getTerm();
        leadership.follows();
        elections.elected();
    }

    @Override
    public void onStopFollowing(LeaderChangeContext context) {}

    @Override
    public void onConfigurationCommitted(Configuration configuration) {
        leadership.configurationChanged();
    }

    @Override
    public void onError(RaftException e) {
        if (!refused) {
            leadership.failed(e);
        }
    }

    /** Completes when an entry is applied here. */
    CompletableFuture<Void> reached(long index) {
        return applied.reached(index);
    }

    Elections elections() {
        return elections;
    }

    /** Returns the latest term known to this member. */
    long term() {
        return term;
    }

    /** Returns whether this member leads and has applied everything committed before. */
    boolean leads() {
        return leads;
    }
}
