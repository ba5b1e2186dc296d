package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerLookup.InDns;
import io.narrows.config.PeerLookup.InKubernetes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sources of peers as the loader reads them, and what becomes of the nodes that they find. */
final class PeerSourcesTest {
    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000}
            targets: {raft: 127.0.0.1:2380}
            peers:
              - {id: b, region: r1, zone: z1, host: h1, link: 10.0.0.2:15000}
            peers-from:
              - {dns: Peers.Example:15000, plaintext: true, fallback: plain}
              - {dns: _narrows._tcp.db.example, plaintext: true}
              - {kubernetes: "db/peers:links", plaintext: true, max-peers: 7}
            """;

    @Test
    void lookups_areRead() {
        List<PeerSource> sources = Fixtures.parse(FILE).discovery().sources();

        assertThat(sources)
                .extracting(PeerSource::lookup)
                .containsExactly(
                        new InDns("peers.example", OptionalInt.of(15000)),
                        new InDns("_narrows._tcp.db.example", OptionalInt.empty()),
                        new InKubernetes(Optional.of("db"), "peers", "links"));
        assertThat(sources).extracting(PeerSource::maxPeers).containsExactly(256, 256, 7);
        assertThat(sources).extracting(PeerSource::label).contains("kubernetes: db/peers:links");
    }

    @Test
    void foundPeers_joinTheListedOnes() {
        Config config = Fixtures.parse(FILE);
        Peer found = found(config, "c", "10.0.0.3");

        Config joined = config.withFound(nodes(List.of(found), Map.of()));

        assertThat(joined.peers()).extracting(Peer::id).containsExactly(new PeerId("b"), new PeerId("c"));
        assertThat(joined.listedPeers()).extracting(Peer::id).containsExactly(new PeerId("b"));
        assertThat(joined.withFound(FoundNodes.NONE)).isEqualTo(config);
    }

    @Test
    void listedPeersAndThisNode_takePrecedence() {
        Config config = Fixtures.parse(FILE);
        List<Peer> found =
                List.of(found(config, "b", "10.0.0.3"), found(config, "c", "10.0.0.2"), found(config, "a", "10.0.0.4"));

        Config joined = config.withFound(nodes(found, Map.of()));

        assertThat(joined.peers()).extracting(Peer::id).containsExactly(new PeerId("b"));
    }

    @Test
    void nodesOfASourceThatWasRemoved_goOnReload() {
        Config config = Fixtures.parse(FILE);
        IpAddress unidentified = IpAddress.parse("10.0.0.9").orElseThrow();
        Config running = config.withFound(nodes(
                List.of(found(config, "c", "10.0.0.3")),
                Map.of(unidentified, config.discovery().sources().get(0))));
        Config same = Fixtures.parse(FILE);
        Config without =
                Fixtures.parse(FILE.replace("  - {dns: Peers.Example:15000, plaintext: true, fallback: plain}\n", ""));

        assertThat(ReloadPlan.between(running, same).live()).isEmpty();
        assertThat(ReloadPlan.between(running, same).effective()).isEqualTo(running);
        ReloadPlan plan = ReloadPlan.between(running, without);
        assertThat(plan.live()).containsExactly("peers-from");
        assertThat(plan.effective().peers()).extracting(Peer::id).containsExactly(new PeerId("b"));
        assertThat(plan.effective().discovery().found().others()).isEmpty();
    }

    @Test
    void nodesOfASourceWithOtherSettings_stay_unlessItAsksForAnotherProof() {
        Config running = Fixtures.parse(FILE);
        running = running.withFound(nodes(List.of(found(running, "c", "10.0.0.3")), Map.of()));
        Config next = Fixtures.parse(
                FILE.replace("15000, plaintext: true, fallback: plain", "15000, plaintext: true, max-peers: 9"));

        Config effective = ReloadPlan.between(running, next).effective();

        assertThat(effective.peers()).extracting(Peer::id).containsExactly(new PeerId("b"), new PeerId("c"));
        assertThat(effective.peers().get(1).source())
                .hasValue(next.discovery().sources().get(0));
        assertThat(effective.peers().get(1).fallback()).isEmpty();
    }

    @Test
    void trafficToNodesThatAreNoPeers_requiresALink_unlessTheirSourceFallsBack() {
        Config config = Fixtures.parse(FILE);
        PeerSource fallingBack = config.discovery().sources().get(0);
        PeerSource strict = config.discovery().sources().get(1);
        IpAddress first = IpAddress.parse("10.0.0.8").orElseThrow();
        IpAddress second = IpAddress.parse("10.0.0.9").orElseThrow();
        IpAddress unknown = IpAddress.parse("10.0.0.7").orElseThrow();

        PeerDiscovery discovery = config.withFound(nodes(List.of(), Map.of(first, fallingBack, second, strict)))
                .discovery();

        assertThat(discovery.requiresLink(first)).isFalse();
        assertThat(discovery.requiresLink(second)).isTrue();
        assertThat(discovery.requiresLink(unknown)).isFalse();
    }

    @Test
    void untilASourceThatAsksForCertificatesIsHeard_nothingGoesWithoutALink() {
        PeerSource source = new PeerSource(
                new InDns("peers.example", OptionalInt.of(1)),
                Optional.of(new CertificatePattern("{id}.example")),
                false,
                Optional.empty(),
                false,
                9);
        IpAddress any = IpAddress.parse("10.0.0.7").orElseThrow();
        FoundNodes heard =
                new FoundNodes(List.of(), Map.of(), Map.of(), Map.of(), Map.of(), Set.of(), Set.of(source), true);

        assertThat(PeerDiscovery.from(List.of(source)).requiresLink(any)).isTrue();
        assertThat(new PeerDiscovery(List.of(source), heard).requiresLink(any)).isFalse();
    }

    @Test
    void explanation_namesTheSource() {
        Config config = Fixtures.parse(FILE);
        Peer found = found(config, "c", "10.0.0.3");
        Config joined = config.withFound(nodes(List.of(found), Map.of()));

        assertThat(joined.explain(found, TrafficClass.DEFAULT, Optional.empty()))
                .contains("found by     dns: peers.example:15000, at 10.0.0.3:15000\n");
    }

    @Test
    void announcedPlaceOfAFoundPeer_isTrustedAsItsAddressIs() {
        Config config = Fixtures.parse(FILE);
        Config joined = config.withFound(nodes(List.of(found(config, "c", "10.0.0.3")), Map.of()));
        Location place = new Location("r2", "z2", "h2");

        PeerPlace effective = PeerPlace.of(joined, new PeerId("c"), Optional.of(new Announcement(place, false)));

        assertThat(effective.effective()).isEqualTo(place);
    }

    @Test
    void certificateNames_matchThePatternWithTheId() {
        CertificatePattern uri = new CertificatePattern("spiffe://example/db/{id}");
        CertificatePattern dns = new CertificatePattern("{id}.db.example");
        PeerId id = new PeerId("db-1");

        assertThat(uri.admits(id, List.of("x", "spiffe://example/db/db-1"))).isTrue();
        assertThat(uri.admits(id, List.of("spiffe://example/db/DB-1", "spiffe://example/db/db-2")))
                .isFalse();
        assertThat(dns.admits(id, List.of("db-1.DB.example"))).isTrue();
        assertThat(dns.admits(id, List.of("Db-1.db.example"))).isFalse();
        assertThat(dns.admits(id, List.of("db-1", "db-1.db.example.evil"))).isFalse();
    }

    private static FoundNodes nodes(List<Peer> peers, Map<IpAddress, PeerSource> others) {
        return new FoundNodes(peers, Map.of(), others, Map.of(), Map.of(), Set.of(), Set.of(), true);
    }

    private static Peer found(Config config, String id, String ip) {
        return new Peer(
                new PeerId(id),
                Optional.empty(),
                new HostPort(ip, 15000),
                Map.of(),
                Set.of(),
                List.of(IpAddress.parse(ip).orElseThrow()),
                Optional.empty(),
                false,
                Optional.of(config.discovery().sources().get(0)));
    }
}
