package io.narrows.node.powercut;

import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.replica.RaftMember;
import io.narrows.node.replica.RaftSettings;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.ChangeListener;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A member with its own disk, from its start to the loss of power. Its objects remain after the loss until they are closed,
 * but their disk accepts no more writes: the next machine runs on a copy of the data that survived.
 */
final class Machine {
    private static final Duration ELECTION_TIMEOUT = Duration.ofMillis(300);
    private static final Duration ENDING = Duration.ofSeconds(60);
    /** SOFAJRaft stores snapshots through java.io.File, so it cannot store them on such a disk. */
    private static final long NO_SNAPSHOTS = Long.MAX_VALUE;

    /** Options of a database whose memtables are full after some dozens of writes, so that it often flushes. */
    static final KeyspaceOptions SMALL_MEMTABLES =
            KeyspaceOptions.defaults().withFamily(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10));

    private final String address;
    private final ForgetfulFileSystem disk;
    private final RaftSettings settings;
    private final KeyspaceOptions options;
    private final CompletableFuture<RaftMember> started = new CompletableFuture<>();
    private final Thread starting;
    private final Thread ending;
    private volatile Keyspace keyspace;

    /** @param members peer addresses of all members, including this one */
    Machine(String address, List<String> members, ForgetfulFileSystem disk, KeyspaceOptions options) {
        this.address = address;
        this.options = options;
        this.disk = disk;
        int colon = address.indexOf(':');
        InetSocketAddress bind =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        settings = new RaftSettings(
                "cuts", address, bind, members, false, disk.directory(), ELECTION_TIMEOUT, NO_SNAPSHOTS);
        starting = new Thread(this::start, "start " + address);
        starting.setDaemon(true);
        ending = new Thread(this::close, "end " + address);
        ending.setDaemon(true);
    }

    /** Starts in the background, since new members wait for each other. */
    void begin() {
        starting.start();
    }

    private void start() {
        try {
            Keyspace opened = Keyspace.open(disk.directory().resolve("db"), options);
            keyspace = opened;
            started.complete(RaftMember.start(settings, opened, new ChangeListener() {}, nanos -> {}));
        } catch (IOException | RuntimeException e) {
            started.completeExceptionally(e);
        }
    }

    String address() {
        return address;
    }

    ForgetfulFileSystem disk() {
        return disk;
    }

    /** Completes when the member has started, or has failed to. */
    CompletableFuture<RaftMember> started() {
        return started;
    }

    /** Returns the member as seen by clients, once it has started. */
    Optional<Replica> replica() {
        return started.isDone() && !started.isCompletedExceptionally()
                ? Optional.of(started.join().replica())
                : Optional.empty();
    }

    /** Returns why the member cannot continue, if it cannot. */
    Optional<Throwable> failure() {
        CompletableFuture<Throwable> failure =
                started.thenCompose(RaftMember::failure).exceptionally(e -> e);
        return Optional.ofNullable(failure.getNow(null));
    }

    Keyspace keyspace() {
        return keyspace;
    }

    /** Starts ending the threads of a member that has lost power. */
    void discard() {
        ending.start();
    }

    /**
     * Returns when its threads have ended.
     *
     * @throws AssertionError if they do not end
     */
    void awaitEnd() throws InterruptedException {
        ending.join(ENDING.toMillis());
        if (ending.isAlive()) {
            AssertionError stuck = new AssertionError(address + " does not end after it has lost power");
            stuck.setStackTrace(ending.getStackTrace());
            throw stuck;
        }
    }

    private void close() {
        try {
            starting.interrupt(); // it may wait for the others forever
            starting.join();
            if (!started.isCompletedExceptionally()) {
                started.get(0, TimeUnit.SECONDS).close();
            }
            if (keyspace != null) {
                keyspace.close();
            }
        } catch (IOException e) {
            // Caused by the loss of power; close can report no more than that.
        } catch (Exception e) {
            throw new AssertionError(address + " cannot be closed", e);
        }
    }

    /**
     * Copies what the loss of power may leave.
     *
     * @return a description of what is lost
     */
    List<String> writeRemains(Path target, long seed, Damage damage) throws IOException {
        return disk.writeRemains(target, seed, damage);
    }
}
