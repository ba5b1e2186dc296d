package io.narrows.node.replica;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import com.alipay.sofa.jraft.storage.snapshot.local.LocalSnapshotWriter;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceCheckpoint;
import io.narrows.node.state.StateMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes and installs snapshots: checkpoints of the database, whose compressed files are sent unchanged. The applying thread
 * only captures the state; another one writes the files.
 */
final class Snapshots {
    /** Directory of the database's files in a snapshot. */
    static final String DATABASE = "db";

    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final Keyspace keyspace;
    private final StateMachine state;
    private final long every;
    private final Executor writing;
    private final Runnable taken;
    private Consumer<Closure> trigger = done -> {};
    private long last;

    /**
     * @param every log entries between snapshots
     * @param writing writes the files
     * @param taken runs after each snapshot taken by this member itself
     */
    Snapshots(Keyspace keyspace, StateMachine state, long every, Executor writing, Runnable taken) {
        this.keyspace = keyspace;
        this.state = state;
        this.every = every;
        this.writing = writing;
        this.taken = taken;
    }

    /** Sets the function that requests a snapshot from SOFAJRaft. Called once, before anything is applied. */
    void use(Consumer<Closure> snapshot) {
        trigger = snapshot;
    }

    /** Starts a snapshot if enough entries were applied since the last one. Called on the applying thread. */
    void takeIfDue(long applied) {
        if (applied - last >= every) {
            last = applied;
            trigger.accept(this::ended);
        }
    }

    private void ended(Status status) {
        if (status.isOk()) {
            taken.run();
        } else {
            LOG.atWarn().addKeyValue("reason", status.getErrorMsg()).log("cannot take a snapshot");
        }
    }

    /** Captures the database and lets it be written. Called on the applying thread. */
    void save(SnapshotWriter writer, long term, Closure done) {
        KeyspaceCheckpoint checkpoint;
        try {
            long index = ((LocalSnapshotWriter) writer).getSnapshotIndex();
            if (keyspace.applied().index() < index) {
                state.skip(term, index); // SOFAJRaft's own entries
            }
            checkpoint = keyspace.beginCheckpoint();
        } catch (IOException | RuntimeException e) {
            failed(e, done);
            return;
        }
        writing.execute(() -> {
            try (checkpoint) {
                write(checkpoint, writer);
                done.run(Status.OK());
            } catch (IOException | RuntimeException e) {
                failed(e, done);
            }
        });
    }

    private static void write(KeyspaceCheckpoint checkpoint, SnapshotWriter writer) throws IOException {
        Path target = Path.of(writer.getPath(), DATABASE);
        checkpoint.write(target);
        for (Path file : files(target)) {
            if (!writer.addFile(DATABASE + "/" + file.getFileName())) {
                throw new IOException(file + " cannot be added to the snapshot");
            }
        }
    }

    private static void failed(Exception cause, Closure done) {
        LOG.atError().setCause(cause).log("cannot take a snapshot");
        done.run(new Status(RaftError.EIO, "%s", cause));
    }

    /**
     * Replaces the database with that of a snapshot, if it is behind the snapshot. Called on the applying thread.
     *
     * @return the last entry in the snapshot
     * @throws IOException if the snapshot cannot be read; the database is then unchanged
     */
    long load(SnapshotReader reader) throws IOException {
        SnapshotMeta meta = reader.load();
        long index = meta.getLastIncludedIndex();
        if (keyspace.applied().index() < index) {
            Path snapshot = Path.of(reader.getPath());
            Path database = snapshot.resolve(DATABASE);
            force(snapshot, database); // SOFAJRaft does not force received files, and drops the log that they replace
            keyspace.replace(files(database));
            if (keyspace.applied().index() < index) {
                state.skip(meta.getLastIncludedTerm(), index);
            }
            state.replaced();
            LOG.atInfo().addKeyValue("index", index).log("installed a snapshot");
        }
        last = index;
        return index;
    }

    private static void force(Path snapshot, Path database) throws IOException {
        for (Path file : files(database)) {
            Directories.force(file);
        }
        Directories.force(database);
        for (Path file : files(snapshot)) {
            Directories.force(file);
        }
        Directories.force(snapshot);
        Directories.forceParent(snapshot);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }
}
