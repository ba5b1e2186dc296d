package io.narrows.bench.raft;

import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Three members of one core. */
final class BenchGroup implements Closeable {
    private static final long PATIENCE_MILLIS = 30_000;

    private final RaftCore core;
    private final Path directory;
    private final Duration electionTimeout;
    private final long snapshotEvery;
    private final Network network = new Network(3);
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> installed = new ConcurrentHashMap<>();

    BenchGroup(RaftCore core, Path directory, Duration electionTimeout, long snapshotEvery) throws IOException {
        this.core = core;
        this.directory = directory;
        this.electionTimeout = electionTimeout;
        this.snapshotEvery = snapshotEvery;
        delete(directory);
        List<CompletableFuture<Void>> started = network.names().stream()
                .map(name -> CompletableFuture.runAsync(() -> start(name, false), task -> new Thread(task).start()))
                .toList();
        started.forEach(CompletableFuture::join);
        leader();
    }

    Network network() {
        return network;
    }

    List<String> names() {
        return network.names();
    }

    Member member(String name) {
        return running.get(name).member;
    }

    Keyspace keyspace(String name) {
        return running.get(name).keyspace;
    }

    /** How many snapshots of others a member has taken the place of its keyspace with. */
    int installed(String name) {
        return installed.computeIfAbsent(name, n -> new AtomicInteger()).get();
    }

    void start(String name, boolean joins) {
        Path data = directory.resolve(name.replace(':', '-'));
        try {
            Files.createDirectories(data);
            Keyspace keyspace = Keyspace.open(data.resolve("db"), KeyspaceOptions.defaults());
            ChangeListener listener = new ChangeListener() {
                @Override
                public void replaced() {
                    installed.computeIfAbsent(name, n -> new AtomicInteger()).incrementAndGet();
                }
            };
            Member member = core.start(new MemberSetup(
                    name,
                    network.bind(name),
                    names(),
                    network.dial(name),
                    joins,
                    data,
                    electionTimeout,
                    snapshotEvery,
                    keyspace,
                    listener));
            running.put(name, new Running(member, keyspace));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop(String name) throws IOException {
        Running stopped = running.remove(name);
        stopped.member.close();
        stopped.keyspace.close();
    }

    /** Stops a member, deletes all it has, and brings it back. */
    void wipe(String name, boolean isStopped) throws Exception {
        if (!isStopped) {
            stop(name);
        }
        delete(directory.resolve(name.replace(':', '-')));
        installed.remove(name);
        core.replace(name, member(leader())).get();
        start(name, true);
    }

    /** The same without telling the group. */
    void wipeQuietly(String name) throws IOException {
        stop(name);
        delete(directory.resolve(name.replace(':', '-')));
        installed.remove(name);
        start(name, true);
    }

    Optional<String> knownLeader(List<String> among) {
        return among.stream()
                .filter(name -> running.containsKey(name) && member(name).leads())
                .findAny();
    }

    /** Stops a member and leaves a torn entry at the end of its log. */
    boolean tear(String name, Random random) throws IOException {
        stop(name);
        return core.tear(directory.resolve(name.replace(':', '-')), random);
    }

    /** Begins to add a member that nobody starts. */
    boolean addAbsent() {
        return core.addAbsent("127.0.0.1:9", member(leader()));
    }

    /** The leader; waits for one. */
    String leader() {
        return leader(names());
    }

    String leader(List<String> among) {
        for (long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000; System.nanoTime() < end; pause(1)) {
            Optional<String> leader = knownLeader(among);
            if (leader.isPresent()) {
                return leader.get();
            }
        }
        throw new IllegalStateException("no leader among " + among + " after " + PATIENCE_MILLIS + " ms");
    }

    List<String> others(String name) {
        return names().stream().filter(other -> !other.equals(name)).toList();
    }

    @Override
    public void close() throws IOException {
        for (String name : List.copyOf(running.keySet())) {
            stop(name);
        }
        network.close();
        delete(directory);
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (Stream<Path> files = Files.walk(tree)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private record Running(Member member, Keyspace keyspace) {}
}
