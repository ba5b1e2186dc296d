package io.narrows.node.replica;

import com.alipay.sofa.jraft.NodeManager;
import com.alipay.sofa.jraft.core.NodeImpl;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.storage.LogManager;
import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.command.Outcome;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.MemberIds;
import io.narrows.testkit.FreePort;
import io.narrows.testkit.Seed;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Members of one group in this process, on loopback, each with its own persistent directory. */
final class TestGroup implements Closeable {
    /** Longer than a busy machine or its disk stalls, so that the leader changes only where a test wants it. */
    private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** An election timeout that no test reaches. Heartbeats, every tenth of it, do not come either. */
    static final Duration NO_ELECTIONS = Duration.ofHours(5);

    private final Path directory;
    private final long snapshotEvery;
    private final Duration electionTimeout;
    private final List<String> first = new ArrayList<>();
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    TestGroup(Path directory, int size, long snapshotEvery) throws IOException {
        this(directory, size, snapshotEvery, data -> {});
    }

    /** Leaves the first election to the members. */
    TestGroup(Path directory, int size, long snapshotEvery, Duration electionTimeout) throws IOException {
        this(directory, size, snapshotEvery, electionTimeout, data -> {});
    }

    /** @param prepared creates the directory of each member, or leaves that to the member */
    TestGroup(Path directory, int size, long snapshotEvery, Preparation prepared) throws IOException {
        this(directory, size, snapshotEvery, ELECTION_TIMEOUT, prepared);
        elect(first.get(new Random(Seed.of(TestGroup.class)).nextInt(size)));
    }

    private TestGroup(Path directory, int size, long snapshotEvery, Duration electionTimeout, Preparation prepared)
            throws IOException {
        this.directory = directory;
        this.snapshotEvery = snapshotEvery;
        this.electionTimeout = electionTimeout;
        for (int i = 0; i < size; i++) {
            first.add(freeAddress());
        }
        for (String address : first) {
            prepared.prepare(directory(address));
        }
        startAll();
    }

    /** Starts members whose directories exist, named by {@link #directory(String)}. */
    TestGroup(Path directory, List<String> addresses, long snapshotEvery) {
        this.directory = directory;
        this.snapshotEvery = snapshotEvery;
        this.electionTimeout = ELECTION_TIMEOUT;
        first.addAll(addresses);
        startAll();
    }

    /** Starts all at once, because new members wait for each other. */
    private void startAll() {
        List<CompletableFuture<Void>> started = first.stream()
                .map(address ->
                        CompletableFuture.runAsync(() -> startUnchecked(address), task -> new Thread(task).start()))
                .toList();
        started.forEach(CompletableFuture::join);
    }

    private void startUnchecked(String address) {
        try {
            start(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    interface Preparation {
        void prepare(Path data) throws IOException;
    }

    List<String> addresses() {
        return List.copyOf(first);
    }

    static String freeAddress() throws IOException {
        return "127.0.0.1:" + FreePort.next();
    }

    /** Restarts one of the first members. */
    void start(String address) throws IOException {
        start(address, first, false);
    }

    /** Starts a member that was added to the group. */
    void join(String address) throws IOException {
        List<String> members = new ArrayList<>(first);
        members.remove(address);
        members.add(address);
        start(address, members, true);
    }

    private void start(String address, List<String> members, boolean joins) throws IOException {
        Path data = directory(address);
        Keyspace keyspace = Keyspace.open(data.resolve("db"), KeyspaceOptions.defaults());
        RaftSettings settings = new RaftSettings(
                "test", address, socket(address), members, joins, data, electionTimeout, snapshotEvery);
        try {
            running.put(
                    address,
                    new Running(keyspace, RaftMember.start(settings, keyspace, new ChangeListener() {}, nanos -> {})));
        } catch (IOException e) {
            keyspace.close();
            throw e;
        }
    }

    void stop(String address) throws IOException {
        Running member = running.remove(address);
        member.member.close();
        member.keyspace.close();
    }

    /** Closes a member's connections and its port, as a crash does: a member that stops hands its leadership over first. */
    void disconnect(String address) throws IOException, ReflectiveOperationException {
        Field open = RaftMember.class.getDeclaredField("open");
        open.setAccessible(true);
        List<MemberTransport> transports = new ArrayList<>();
        for (Object part : (Iterable<?>) open.get(member(address))) {
            if (part instanceof MemberTransport transport) {
                transports.add(transport);
            }
        }
        if (transports.size() != 1) {
            throw new AssertionError("transports of " + address + ": " + transports.size() + " (expected: 1)");
        }
        transports.get(0).close();
    }

    Path directory(String address) {
        return directory.resolve(address.replace(':', '-'));
    }

    Replica replica(String address) {
        return running.get(address).member.replica();
    }

    RaftMember member(String address) {
        return running.get(address).member;
    }

    Keyspace keyspace(String address) {
        return running.get(address).keyspace;
    }

    /** Has a leader elected at once in a group that has none: a member by itself would wait for a part of the election timeout, or all of it. */
    void elect(String candidate) {
        NodeImpl node = node(candidate);
        Awaitility.await().atMost(PATIENCE).until(() -> {
            PreVote.of(node).begin(); // not sent to members without a connection yet
            return knownLeader().isPresent();
        });
    }

    /** Waits until all members have the same entries in their logs, so that each may be elected. */
    void awaitSameLogs() {
        Awaitility.await().until(() -> {
            Set<Long> last = new HashSet<>();
            for (String address : running.keySet()) {
                last.add(((LogManager) part(node(address), "logManager")).getLastLogIndex());
            }
            return last.size() == 1;
        });
    }

    private static Object part(NodeImpl node, String name) throws ReflectiveOperationException {
        Field field = NodeImpl.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(node);
    }

    /** Has a member elected although the others follow a leader: it asks for their votes without a pre-vote. */
    void depose(String successor) throws ReflectiveOperationException {
        NodeImpl node = node(successor);
        Lock lock = (Lock) part(node, "writeLock");
        Method electSelf = NodeImpl.class.getDeclaredMethod("electSelf");
        electSelf.setAccessible(true);
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    if (!replica(successor).status().leads()) {
                        lock.lock(); // the method releases it
                        electSelf.invoke(node); // not sent to members without a connection yet
                    }
                    return replica(successor).status().leads();
                });
    }

    /** Returns SOFAJRaft's node of a member. */
    static NodeImpl node(String address) {
        return (NodeImpl) NodeManager.getInstance().get(GroupNames.of("test"), PeerId.parsePeer(address));
    }

    String leader() {
        return knownLeader()
                .orElseGet(() -> Awaitility.await()
                        .atMost(PATIENCE)
                        .until(this::knownLeader, Optional::isPresent)
                        .orElseThrow());
    }

    private Optional<String> knownLeader() {
        return running.keySet().stream()
                .filter(address -> replica(address).status().leads())
                .findAny();
    }

    String follower() {
        String leader = leader();
        return running.keySet().stream()
                .filter(address -> !address.equals(leader))
                .findAny()
                .orElseThrow();
    }

    /** Publishes a member, as a node does when it starts. */
    void publish(String address) throws Exception {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> keyspace(address).member(address).isPresent());
        propose(
                address,
                Command.newBuilder()
                        .setPublish(MemberRecord.newBuilder()
                                .setId(MemberIds.ofMember("test", address))
                                .setPeerAddress(address)
                                .setName(address))
                        .build());
    }

    Outcome put(String at, String key, String value) throws Exception {
        return propose(
                at,
                Command.newBuilder()
                        .setPut(PutRequest.newBuilder()
                                .setKey(ByteString.copyFromUtf8(key))
                                .setValue(ByteString.copyFromUtf8(value)))
                        .build());
    }

    /** Puts until the leader has taken several snapshots, so that its log no longer has the first entries. */
    void putUntilTheLogIsTruncated() throws Exception {
        Set<String> snapshots = new HashSet<>();
        for (int i = 0; snapshots.size() < 3; i++) {
            put(leader(), "k" + i % 7, "v" + i);
            try (Stream<Path> files = Files.list(directory(leader()).resolve("replica/snapshots"))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.startsWith("snapshot_"))
                        .forEach(snapshots::add);
            }
        }
    }

    Outcome propose(String at, Command command) throws Exception {
        return replica(at).propose(command).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        for (String address : List.copyOf(running.keySet())) {
            stop(address);
        }
    }

    private static InetSocketAddress socket(String address) {
        return new InetSocketAddress("127.0.0.1", Integer.parseInt(address.substring(address.indexOf(':') + 1)));
    }

    private record Running(Keyspace keyspace, RaftMember member) {}
}
