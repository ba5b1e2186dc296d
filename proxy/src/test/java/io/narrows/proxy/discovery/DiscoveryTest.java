package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.Config;
import io.narrows.config.FoundNodes;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.Location;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.handshake.Introduction;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.EventMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The life of found nodes, with sources and nodes that the test plays, and a clock that it sets. */
@Timeout(120)
@Tag("long")
final class DiscoveryTest {
    private static final long OWN_INSTANCE = 99;
    private static final String PLAIN = "{dns: \"peers.example:15000\", plaintext: true}";

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final Map<HostPort, Introduction> nodes = new ConcurrentHashMap<>();
    private final Map<HostPort, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final Set<PeerId> linked = ConcurrentHashMap.newKeySet();
    private final Set<HostPort> slow = ConcurrentHashMap.newKeySet();
    private final Map<HostPort, NoLinkException> failures = new ConcurrentHashMap<>();
    private final Queue<Runnable> unanswered = new ConcurrentLinkedQueue<>();
    private final PlayedSource source = new PlayedSource();
    private volatile FoundNodes found = FoundNodes.NONE;
    private @Nullable LiveConfig live;
    private @Nullable Discovery discovery;

    @AfterEach
    void stop() {
        if (discovery != null) {
            discovery.close();
        }
    }

    @Test
    void foundNode_isAPeerOnceItHasSaidItsId() {
        follow(PLAIN);

        source.report("10.0.0.2");
        await().untilAsserted(() -> assertThat(found.others()).containsOnlyKeys(ip("10.0.0.2")));
        await().untilAsserted(() -> assertThat(isSettled()).isTrue());
        assertThat(found.peers()).isEmpty();

        node("10.0.0.2", "b", 1);
        pass(Duration.ofSeconds(1));
        await().untilAsserted(() -> assertThat(found.peers()).hasSize(1));
        Peer peer = found.peers().get(0);
        assertThat(peer.id()).isEqualTo(new PeerId("b"));
        assertThat(peer.link()).isEqualTo(link("10.0.0.2"));
        assertThat(peer.ips()).containsExactly(ip("10.0.0.2"));
        assertThat(peer.source()).map(PeerSource::label).contains("dns: peers.example:15000");
        assertThat(found.others()).isEmpty();
    }

    @Test
    void nodesMayBecomeKnown_untilTheSourceHasReported_andEachHasBeenAsked() {
        follow(PLAIN);
        assertThat(found.mayBecomeKnown(ip("10.0.0.3"))).isTrue();

        slow.add(link("10.0.0.2"));
        source.report("10.0.0.2");
        await().untilAsserted(
                        () -> assertThat(found.mayBecomeKnown(ip("10.0.0.3"))).isFalse());
        assertThat(found.mayBecomeKnown(ip("10.0.0.2"))).isTrue();
        assertThat(isSettled()).isFalse();

        slow.clear();
        await().until(() -> !unanswered.isEmpty());
        unanswered.remove().run();
        await().untilAsserted(() -> assertThat(isSettled()).isTrue());
        assertThat(found.others()).containsOnlyKeys(ip("10.0.0.2"));
    }

    @Test
    void sourceThatFailsAtOnce_isNotWaitedFor() {
        follow(PLAIN);

        source.fail("SERVFAIL");

        await().untilAsserted(() -> assertThat(isSettled()).isTrue());
    }

    @Test
    void nodeThatIsGone_isNoPeerAnyLonger() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        node("10.0.0.3", "c", 2);

        source.report("10.0.0.2", "10.0.0.3");
        awaitPeers("b", "c");
        source.report("10.0.0.3");
        awaitPeers("c");
    }

    @Test
    void sourceThatFails_keepsItsPeers() {
        Discovery followed = follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        source.fail("SERVFAIL");
        await().untilAsserted(
                        () -> assertThat(followed.statuses().get(0).failures()).isEqualTo(1));
        assertThat(followed.statuses().get(0).problem().get()).contains("SERVFAIL");
        assertThat(found.peers()).hasSize(1);
    }

    @Test
    void secondNodeOfOneId_isARival_untilTheFirstIsGone() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        node("10.0.0.1", "b", 2);
        source.report("10.0.0.1", "10.0.0.2");
        await().untilAsserted(() -> assertThat(found.rivals()).isEqualTo(Map.of(ip("10.0.0.1"), new PeerId("b"))));
        assertThat(found.peers()).extracting(Peer::link).containsExactly(link("10.0.0.2"));

        nodes.remove(link("10.0.0.2"));
        pass(Duration.ofSeconds(10));
        assertThat(found.peers()).as("one missed answer").extracting(Peer::link).containsExactly(link("10.0.0.2"));
        for (int i = 0; i < 4; i++) {
            pass(Duration.ofSeconds(30));
        }
        await().untilAsserted(
                        () -> assertThat(found.peers()).extracting(Peer::link).containsExactly(link("10.0.0.1")));
        assertThat(found.rivals()).isEmpty();
    }

    @Test
    void twoAddressesOfOneProcess_areOnePeer() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        node("fd00::2", "b", 1);
        source.report("10.0.0.2", "fd00::2");

        await().untilAsserted(() -> assertThat(found.peers())
                .flatExtracting(Peer::ips)
                .containsExactlyInAnyOrder(ip("10.0.0.2"), ip("fd00::2")));
        assertThat(found.peers()).hasSize(1);
        assertThat(found.rivals()).isEmpty();
    }

    @Test
    void thisNodeItself_isNoPeer_andAnotherWithItsIdIsARival() {
        follow(PLAIN);
        node("10.0.0.1", "a", OWN_INSTANCE);
        node("10.0.0.2", "a", 7);
        source.report("10.0.0.1", "10.0.0.2");

        await().untilAsserted(() -> assertThat(found.rivals()).isEqualTo(Map.of(ip("10.0.0.2"), new PeerId("a"))));
        assertThat(found.others()).containsOnlyKeys(ip("10.0.0.2"));
        assertThat(found.peers()).isEmpty();
    }

    @Test
    void certificate_mustHaveTheNameThatTheSourceAllows(@TempDir Path folder) throws IOException {
        Path pem = Files.createFile(folder.resolve("any.pem")); // the nodes of this test show their names without it
        follow(
                "{dns: \"peers.example:15000\", allow: \"{id}.db.example\"}",
                ", tls: {cert: " + pem + ", key: " + pem + ", ca: " + pem + "}");
        nodes.put(link("10.0.0.2"), new Introduction(new PeerId("b"), 1, Optional.of(List.of("b.db.example"))));
        nodes.put(link("10.0.0.3"), new Introduction(new PeerId("c"), 2, Optional.of(List.of("b.db.example"))));
        node("10.0.0.4", "d", 3);
        source.report("10.0.0.2", "10.0.0.3", "10.0.0.4");

        awaitPeers("b");
        await().until(() -> asked("10.0.0.3") > 0 && asked("10.0.0.4") > 0);
        assertThat(found.others()).containsOnlyKeys(ip("10.0.0.3"), ip("10.0.0.4"));
    }

    @Test
    void moreThanMaxPeers_areIgnored() {
        Discovery followed = follow("{dns: \"peers.example:15000\", plaintext: true, max-peers: 3}");
        IntStream.rangeClosed(1, 5).forEach(i -> node("10.0.0." + i, "n" + i, i));
        source.report("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5");

        awaitPeers("n1", "n2", "n3");
        assertThat(followed.statuses().get(0).ignored()).isEqualTo(2);
        assertThat(asked("10.0.0.4")).isZero();
    }

    @Test
    void manyNodes_areAskedOneAfterTheOther() {
        follow(PLAIN);
        String[] ips =
                IntStream.rangeClosed(1, 100).mapToObj(i -> "10.0.0." + i).toArray(String[]::new);
        for (int i = 0; i < ips.length; i++) {
            node(ips[i], "n" + i, i);
        }

        source.report(ips); // the clock stands still

        await().untilAsserted(() -> assertThat(found.peers()).hasSize(100));
        assertThat(asked.values()).allMatch(times -> times.get() == 1);
    }

    @Test
    void idFromTheSource_isTakenWithoutAsking() {
        follow(PLAIN);
        source.report(new Endpoint(link("10.0.0.2"), Optional.of(new PeerId("b")), Optional.empty()));

        awaitPeers("b");
        assertThat(asked("10.0.0.2")).isZero();
    }

    @Test
    void addressThatAnotherNodeHasNow_isThatNodesAfterAWhile() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        node("10.0.0.2", "c", 2);
        linked.add(new PeerId("b"));
        pass(Duration.ofSeconds(31));
        assertThat(asked("10.0.0.2")).isEqualTo(1); // its links prove that it is there
        linked.clear();
        pass(Duration.ofSeconds(31));
        awaitPeers("c");
    }

    @Test
    void stranger_isLookedForAtOnce() {
        Discovery followed = follow(PLAIN);
        source.report("10.0.0.2");
        for (int asked = 1; asked < 7; asked++) { // until it would be asked again only after 15 s
            int before = asked;
            await().until(() -> asked("10.0.0.2") >= before);
            pass(Duration.ofSeconds(31));
        }
        await().until(() -> asked("10.0.0.2") >= 7);
        node("10.0.0.2", "b", 1);
        pass(Duration.ofSeconds(1));
        assertThat(found.peers()).isEmpty();

        followed.strangerSeen(new PeerId("b"), ip("10.0.0.2"), false);
        pass(Duration.ofSeconds(1));

        awaitPeers("b");
        assertThat(source.refreshes.get()).isEqualTo(1);
    }

    @Test
    void certificate_winsAgainstAClaimWithoutOne_thatCameFirst(@TempDir Path folder) throws IOException {
        Path pem = Files.createFile(folder.resolve("any.pem"));
        follow(
                "{dns: \"peers.example:15000\", allow: \"{id}.db.example\", plaintext: true, allow-downgrade: true}",
                ", tls: {cert: " + pem + ", key: " + pem + ", ca: " + pem + ", mode: permissive}");
        node("10.0.0.9", "b", 1);
        source.report("10.0.0.9");
        awaitPeers("b");

        nodes.put(link("10.0.0.2"), certified("b", 2));
        source.report("10.0.0.9", "10.0.0.2");

        await().untilAsserted(
                        () -> assertThat(found.peers()).extracting(Peer::link).containsExactly(link("10.0.0.2")));
        assertThat(found.rivals()).containsOnlyKeys(ip("10.0.0.9"));
    }

    @Test
    void idOfAListedPeer_isReservedForIt() {
        follow(PLAIN, ", plaintext: true", "[{id: b, link: '10.0.0.7:1'}]");
        node("10.0.0.2", "b", 1);
        node("10.0.0.3", "c", 2);
        source.report("10.0.0.2", "10.0.0.3");

        awaitPeers("c");
        assertThat(found.rivals()).isEmpty();
        assertThat(found.others())
                .as("the address of a node, although of no peer")
                .containsOnlyKeys(ip("10.0.0.2"));
    }

    private void followPeerWithTwoAddresses() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        node("fd00::2", "b", 1);
        source.report("10.0.0.2", "fd00::2");
        await().untilAsserted(() ->
                assertThat(found.peers()).flatExtracting(Peer::ips).hasSize(2));
    }

    @Test
    void restartOfANodeWithTwoAddresses_makesNoRival() {
        followPeerWithTwoAddresses();

        slow.add(link("fd00::2"));
        node("10.0.0.2", "b", 5);
        node("fd00::2", "b", 5);
        pass(Duration.ofSeconds(31));

        await().untilAsserted(() -> assertThat(found.processes()).containsEntry(new PeerId("b"), 5L));
        assertThat(found.peers()).flatExtracting(Peer::ips).hasSize(2);
        assertThat(found.rivals()).isEmpty();
    }

    @Test
    void statedIdOfANameWithTwoAddresses_isOnePeer() {
        follow(PLAIN);
        Optional<PeerId> b = Optional.of(new PeerId("b"));
        source.report(
                new Endpoint(link("10.0.0.2"), b, Optional.empty()),
                new Endpoint(link("fd00::2"), b, Optional.empty()));

        awaitPeers("b");
        assertThat(found.peers().get(0).ips()).containsExactlyInAnyOrder(ip("10.0.0.2"), ip("fd00::2"));
        assertThat(found.rivals()).isEmpty();
    }

    @Test
    void addressOfAProvenPeerThatIsGone_isRememberedForAnHour(@TempDir Path folder) throws IOException {
        Path pem = Files.createFile(folder.resolve("any.pem"));
        follow(
                "{dns: \"peers.example:15000\", allow: \"{id}.db.example\"}",
                ", tls: {cert: " + pem + ", key: " + pem + ", ca: " + pem + "}");
        nodes.put(link("10.0.0.2"), certified("b", 1));
        nodes.put(link("10.0.0.3"), certified("c", 2));
        source.report("10.0.0.2", "10.0.0.3");
        awaitPeers("b", "c");

        source.report("10.0.0.3");
        awaitPeers("c");
        assertThat(found.departed()).containsOnlyKeys(ip("10.0.0.2"));

        pass(Duration.ofMinutes(61));
        await().untilAsserted(() -> assertThat(found.departed()).isEmpty());
    }

    @Test
    void largerMaxPeers_takesEffectAtOnce() {
        Discovery followed = follow("{dns: \"peers.example:15000\", plaintext: true, max-peers: 1}");
        node("10.0.0.2", "b", 1);
        node("10.0.0.3", "c", 2);
        source.report("10.0.0.2", "10.0.0.3");
        awaitPeers("b");

        live().replace(config("peers-from: [" + PLAIN + "]", ", plaintext: true"));
        followed.applyConfig();

        awaitPeers("b", "c");
    }

    @Test
    void deadAddressOfAPeer_givesWayToItsOther() {
        followPeerWithTwoAddresses();
        HostPort first = found.peers().get(0).link();

        nodes.remove(first);
        for (int i = 0; i < 4; i++) {
            pass(Duration.ofSeconds(31));
        }

        await().untilAsserted(() -> assertThat(found.peers())
                .extracting(Peer::link)
                .doesNotContain(first)
                .hasSize(1));
    }

    @Test
    void addressThatRefusesAtTimes_isNotDead() {
        followPeerWithTwoAddresses();
        HostPort first = found.peers().get(0).link();
        nodes.remove(first);

        for (int i = 0; i < 6; i++) {
            failures.put(first, i % 2 == 0 ? new NoSidecarException("no answer") : new NoLinkException("refused"));
            int before = asked.get(first).get();
            pass(Duration.ofSeconds(31));
            await().until(() -> asked.get(first).get() > before);
        }

        pass(Duration.ofMillis(1));
        assertThat(found.peers()).extracting(Peer::link).containsExactly(first);
    }

    @Test
    void otherSettingsOfASource_keepItsPeers() {
        Discovery followed = follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        live().replace(config(
                "peers-from: [{dns: \"peers.example:15000\", plaintext: true, fallback: plain}]", ", plaintext: true"));
        followed.applyConfig();

        await().untilAsserted(() ->
                assertThat(found.peers()).allMatch(peer -> peer.fallback().isPresent()));
        awaitPeers("b");
        assertThat(source.closed.get()).isZero();
        assertThat(asked("10.0.0.2")).isEqualTo(1);
    }

    @Test
    void placeThatASourceLearnsLater_doesNotMakeAnotherPeer() {
        follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        Optional<Location> place = Optional.of(new Location("r2", "z2", "h2"));
        source.report(new Endpoint(link("10.0.0.2"), Optional.empty(), place));

        await().untilAsserted(() ->
                assertThat(found.peers()).extracting(Peer::location).containsExactly(place));
        assertThat(asked("10.0.0.2")).isEqualTo(1);
    }

    @Test
    void nodeThatChangesItsIdAllTheTime_isNoPeer() {
        follow(PLAIN);
        node("10.0.0.2", "n0", 1);
        source.report("10.0.0.2");
        awaitPeers("n0");

        for (int i = 1; i <= 11; i++) {
            node("10.0.0.2", "n" + i, i);
            pass(Duration.ofSeconds(31));
        }

        await().untilAsserted(() -> assertThat(found.peers()).isEmpty());
        assertThat(found.others()).containsOnlyKeys(ip("10.0.0.2"));
    }

    @Test
    void strangers_makeSourcesLookAgain_butRarelyIfAnybodyMayBeOne() {
        Discovery followed = follow(PLAIN);
        source.report("10.0.0.2");

        for (int i = 0; i < 7; i++) {
            followed.strangerSeen(new PeerId("x" + i), ip("10.9.0." + i), false);
            pass(Duration.ofSeconds(1));
        }
        assertThat(source.refreshes.get()).isEqualTo(1);

        followed.strangerSeen(new PeerId("x"), ip("10.9.0.9"), true);
        pass(Duration.ofSeconds(1));
        assertThat(source.refreshes.get()).isEqualTo(2);
    }

    @Test
    void sourceThatIsRemoved_isClosed_andItsPeersGo() {
        Discovery followed = follow(PLAIN);
        node("10.0.0.2", "b", 1);
        source.report("10.0.0.2");
        awaitPeers("b");

        live().replace(config("", ""));
        followed.applyConfig();

        awaitPeers();
        assertThat(source.closed.get()).isEqualTo(1);
    }

    private Discovery follow(String item) {
        return follow(item, ", plaintext: true");
    }

    private Discovery follow(String item, String protection) {
        return follow(item, protection, "[]");
    }

    private Discovery follow(String item, String protection, String listed) {
        live = new LiveConfig(config("peers-from: [" + item + "]", protection, listed));
        Discovery started = new Discovery(
                live,
                (configured, executor) -> source,
                (link, configured, done) -> {
                    asked.computeIfAbsent(link, first -> new AtomicInteger()).incrementAndGet();
                    Introduction answer = nodes.get(link);
                    failures.putIfAbsent(link, new NoSidecarException("no answer"));
                    Runnable tell = () -> done.accept(answer, answer == null ? failures.get(link) : null);
                    if (slow.contains(link)) {
                        unanswered.add(tell);
                    } else {
                        tell.run();
                    }
                },
                OWN_INSTANCE,
                () -> {
                    looks.incrementAndGet();
                    return Set.copyOf(linked);
                },
                nodes -> found = nodes,
                nanos::get);
        discovery = started;
        started.applyConfig();
        await().until(() -> source.listener != null);
        return started;
    }

    private LiveConfig live() {
        return Objects.requireNonNull(live);
    }

    private static Config config(String peersFrom, String protection) {
        return config(peersFrom, protection, "[]");
    }

    private static Config config(String peersFrom, String protection, String listed) {
        String yaml = """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1%s}
                targets: {}
                peers: %s
                %s
                """.formatted(protection, listed, peersFrom);
        return LinkEnvironments.of(yaml, new EventMeter(), Runnable::run, () -> 0)
                .live()
                .current();
    }

    private void node(String ip, String id, long instance) {
        nodes.put(link(ip), new Introduction(new PeerId(id), instance, Optional.empty()));
    }

    private static Introduction certified(String id, long instance) {
        return new Introduction(new PeerId(id), instance, Optional.of(List.of(id + ".db.example")));
    }

    private int asked(String ip) {
        return asked.getOrDefault(link(ip), new AtomicInteger()).get();
    }

    /** Advances the clock, and waits until the discovery has seen it. */
    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        int before = looks.get();
        await().until(() -> looks.get() > before + 1);
    }

    private boolean isSettled() {
        return found.tried() && found.unasked().isEmpty();
    }

    private void awaitPeers(String... ids) {
        await().untilAsserted(() ->
                assertThat(found.peers()).extracting(peer -> peer.id().value()).containsExactlyInAnyOrder(ids));
    }

    private static HostPort link(String ip) {
        return new HostPort(ip, 15000);
    }

    private static IpAddress ip(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    /** A source that reports what the test says. */
    private static final class PlayedSource implements EndpointSource {
        private final AtomicInteger refreshes = new AtomicInteger();
        private final AtomicInteger closed = new AtomicInteger();
        private volatile @Nullable Listener listener;
        private volatile @Nullable String problem;

        void report(String... ips) {
            report(Arrays.stream(ips).map(ip -> Endpoint.of(link(ip))).toArray(Endpoint[]::new));
        }

        void report(Endpoint... endpoints) {
            Objects.requireNonNull(listener).found(Arrays.stream(endpoints).collect(Collectors.toSet()));
        }

        void fail(String why) {
            problem = why;
            Objects.requireNonNull(listener).failed(why);
        }

        @Override
        public void start(Listener to) {
            listener = to;
        }

        @Override
        public void refresh() {
            refreshes.incrementAndGet();
        }

        @Override
        public Optional<String> problem() {
            return Optional.ofNullable(problem);
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }
}
