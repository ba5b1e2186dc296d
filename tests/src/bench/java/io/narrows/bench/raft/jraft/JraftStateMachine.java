package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Node;
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
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's state machine as JRaft drives it, on one thread. A snapshot is a checkpoint of the database, whose files travel as they
 * are; what the database has applied already is passed over after a start.
 */
final class JraftStateMachine extends StateMachineAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(JraftStateMachine.class);
    private static final String FILES = "db";

    private final Keyspace keyspace;
    private final StateMachine state;
    private final long snapshotEvery;
    private final TreeMap<Long, List<CompletableFuture<Void>>> waiting = new TreeMap<>();
    private Node node;
    private Runnable leaderChanged;
    private volatile boolean leads;
    private volatile RaftException error;
    private volatile long applied;
    private long appliedTerm;
    private long lastSnapshot;

    JraftStateMachine(Keyspace keyspace, ChangeListener listener, long snapshotEvery) {
        this.keyspace = keyspace;
        this.state = new StateMachine(keyspace, listener);
        this.snapshotEvery = snapshotEvery;
    }

    /** To be called before the node is started. */
    void use(Node started, Runnable onLeaderChange) {
        node = started;
        leaderChanged = onLeaderChange;
    }

    /** Where in the log a proposal is, and what it came to. */
    record Applied(long index, Outcomes outcomes) {}

    /** Told of the outcomes of a proposal of this member. */
    static final class Proposal implements Closure {
        private final CompletableFuture<Applied> applied = new CompletableFuture<>();

        CompletableFuture<Applied> applied() {
            return applied;
        }

        /** By JRaft when it fails; what is applied is told by the state machine. */
        @Override
        public void run(Status status) {
            if (!status.isOk()) {
                applied.completeExceptionally(new IOException(status.toString()));
            }
        }
    }

    /** Completes when an entry is applied here. */
    CompletableFuture<Void> reached(long index) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        synchronized (waiting) {
            if (applied < index) {
                waiting.computeIfAbsent(index, i -> new ArrayList<>()).add(reached);
                return reached;
            }
        }
        reached.complete(null);
        return reached;
    }

    private void advance(long index, long term) {
        appliedTerm = term;
        List<CompletableFuture<Void>> done = new ArrayList<>();
        synchronized (waiting) {
            applied = index;
            while (!waiting.isEmpty() && waiting.firstKey() <= index) {
                done.addAll(waiting.pollFirstEntry().getValue());
            }
        }
        done.forEach(one -> one.complete(null));
    }

    @Override
    public void onApply(Iterator entries) {
        while (entries.hasNext()) {
            long index = entries.getIndex();
            try {
                Outcomes outcomes = null;
                if (index > keyspace.applied().index()) {
                    outcomes = state.apply(Entry.parseFrom(entries.getData()), entries.getTerm(), index);
                }
                advance(index, entries.getTerm());
                if (entries.done() instanceof Proposal proposal) {
                    proposal.applied.complete(new Applied(index, outcomes));
                }
            } catch (IOException | RuntimeException e) {
                LOG.atError().setCause(e).addKeyValue("index", index).log("Cannot apply an entry; this member stops");
                entries.setErrorAndRollback(1, new Status(RaftError.ESTATEMACHINE, e.toString()));
                return;
            }
            entries.next();
        }
        if (applied - lastSnapshot >= snapshotEvery) {
            lastSnapshot = applied;
            node.snapshot(status -> LOG.atDebug().log("snapshot: {}", status));
        }
    }

    /** The database is as of now on this thread; making links of its files is all that is done. */
    @Override
    public void onSnapshotSave(SnapshotWriter writer, Closure done) {
        Path target = Path.of(writer.getPath(), FILES);
        try {
            if (applied > keyspace.applied().index()) {
                state.skip(appliedTerm, applied);
            }
            keyspace.checkpoint(target);
            for (Path file : files(target)) {
                if (!writer.addFile(FILES + "/" + file.getFileName())) {
                    throw new IOException("cannot add " + file);
                }
            }
            done.run(Status.OK());
        } catch (IOException | RuntimeException e) {
            LOG.atError().setCause(e).log("Cannot take a snapshot");
            done.run(new Status(RaftError.EIO, e.toString()));
        }
    }

    @Override
    public boolean onSnapshotLoad(SnapshotReader reader) {
        try {
            Path source = Path.of(reader.getPath(), FILES);
            long index = reader.load().getLastIncludedIndex();
            if (keyspace.applied().index() < index) {
                // JRaft does not force what it receives.
                for (Path file : files(source)) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                        channel.force(true);
                    }
                }
                keyspace.replace(files(source));
                state.skip(reader.load().getLastIncludedTerm(), index);
                state.replaced();
            }
            lastSnapshot = index;
            advance(index, reader.load().getLastIncludedTerm());
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.atError().setCause(e).log("Cannot install a snapshot");
            return false;
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            return found.sorted().toList();
        }
    }

    @Override
    public void onLeaderStart(long term) {
        leads = true;
        leaderChanged.run();
    }

    @Override
    public void onLeaderStop(Status status) {
        leads = false;
        leaderChanged.run();
    }

    @Override
    public void onError(RaftException e) {
        LOG.atError().setCause(e).log("JRaft has ended this member");
        error = e;
    }

    @Override
    public void onConfigurationCommitted(Configuration configuration) {
        LOG.atDebug().log("members: {}", configuration);
    }

    @Override
    public void onStopFollowing(LeaderChangeContext context) {}

    @Override
    public void onStartFollowing(LeaderChangeContext context) {
        leaderChanged.run();
    }

    boolean leads() {
        return leads && error == null;
    }

    long applied() {
        return applied;
    }
}
