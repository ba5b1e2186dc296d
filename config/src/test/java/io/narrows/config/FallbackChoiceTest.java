package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which key decides about a peer without a sidecar, and what {@code explain} says about it. */
class FallbackChoiceTest {
    private static final String FILE = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000, plaintext: true}
            targets: {}
            peers:
              - {id: b, region: r1, zone: z2, host: h2, link: 10.0.0.2:15000}
              - {id: c, region: r2, zone: z3, host: h3, link: 10.0.0.3:15000}
              - {id: d, region: r1, zone: z4, host: h4, link: 10.0.0.4:15000, fallback: none}
              - {id: e, region: r2, zone: z5, host: h5, link: 10.0.0.5:15000, fallback: plain, allow-downgrade: true}
            policy:
              - {class: heartbeat, codec: none}
              - {tier: cross-region, codec: dense, fallback: none, allow-downgrade: true}
              - {codec: zstd, fallback: plain}
            """;

    private final Config config = Fixtures.parse(FILE);

    @Test
    void firstMatchingRuleWithTheKey_decides() {
        assertThat(choice("b", TrafficClass.HEARTBEAT))
                .isEqualTo(new FallbackChoice(Fallback.PLAIN, false, Optional.of(rule(3))));
        assertThat(choice("c", TrafficClass.HEARTBEAT))
                .isEqualTo(new FallbackChoice(Fallback.NONE, true, Optional.of(rule(2))));
    }

    @Test
    void encryptedTraffic_isCarriedLikeAnyOther() {
        assertThat(choice("b", TrafficClass.ENCRYPTED).fallback()).isEqualTo(Fallback.PLAIN);
    }

    @Test
    void peersOwnKey_decidesAlone() {
        assertThat(choice("d", TrafficClass.DEFAULT))
                .isEqualTo(new FallbackChoice(Fallback.NONE, false, Optional.empty()));
        assertThat(choice("e", TrafficClass.DEFAULT))
                .isEqualTo(new FallbackChoice(Fallback.PLAIN, true, Optional.empty()));
    }

    @Test
    void withoutAnyKey_connectionsFail() {
        Config silent = Fixtures.parse(FILE.replace(", fallback: plain}", "}"));
        Peer peer = silent.peer(new PeerId("b")).orElseThrow();

        assertThat(silent.fallback(peer, silent.trafficTo(peer, TrafficClass.DEFAULT)))
                .isEqualTo(FallbackChoice.NONE);
    }

    @Test
    void explanation_namesTheKeyThatDecides() {
        assertThat(explanation("b"))
                .contains("\nfallback     plain, by rule 3 at " + rule(3).place()
                        + ": without a link while the peer's sidecar does not answer\n");
        assertThat(explanation("c")).contains("\nfallback     none, by rule 2 at " + rule(2).place() + "\n");
        assertThat(explanation("d")).doesNotContain("fallback");
        assertThat(explanation("e"))
                .contains(
                        "\nfallback     plain, by the peer: without a link while the peer's sidecar does not answer\n");
    }

    private FallbackChoice choice(String id, TrafficClass trafficClass) {
        Peer peer = peer(id);
        return config.fallback(peer, config.trafficTo(peer, trafficClass));
    }

    private String explanation(String id) {
        return config.explain(peer(id), TrafficClass.DEFAULT, Optional.empty());
    }

    private Peer peer(String id) {
        return config.peer(new PeerId(id)).orElseThrow();
    }

    private Rule rule(int number) {
        return config.policy().rules().get(number - 1);
    }
}
