package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetTest {
    private static final PeerId DB3 = new PeerId("db-3");
    private static final HostPort ADDRESS = new HostPort("127.0.0.1", 2380);

    @Test
    void shortForm_isForAllPeers() {
        Config config = Fixtures.parse(Fixtures.SMALLEST);

        assertThat(config.targets()).containsEntry(new TargetName("raft"), Target.forAll(ADDRESS));
        assertThat(config.targets().get(new TargetName("raft")).admits(new PeerId("db-2")))
                .isTrue();
    }

    @Test
    void listOfPeers_isForThemAlone() {
        Target target = restricted().targets().get(new TargetName("raft"));

        assertThat(target).isEqualTo(new Target(ADDRESS, Optional.of(List.of(DB3))));
        assertThat(target.admits(DB3)).isTrue();
        assertThat(target.admits(new PeerId("db-2"))).isFalse();
    }

    @Test
    void namedPeers_needTlsOnceThereIsSome() {
        Target named = new Target(ADDRESS, Optional.of(List.of(DB3)));

        assertThat(named.takesPlainText(true)).isFalse();
        assertThat(named.takesPlainText(false)).isTrue();
        assertThat(Target.forAll(ADDRESS).takesPlainText(true)).isTrue();
    }

    @Test
    void targetWithTls_neverTakesPlainText() {
        Config config = Fixtures.parse(
                Fixtures.SMALLEST.replace("{raft: 127.0.0.1:2380}", "{raft: {address: 127.0.0.1:2380, tls: true}}"));

        assertThat(config.targets().get(new TargetName("raft")).takesPlainText(false))
                .isFalse();
        assertThat(Fixtures.parse(ConfigJson.render(config)).targets()).isEqualTo(config.targets());
    }

    @Test
    void configurationInForce_isShownWithTheList() {
        Config config = restricted();

        Config again = Fixtures.parse(ConfigJson.render(config));

        assertThat(again.targets()).isEqualTo(config.targets());
    }

    @Test
    void explanation_saysWhatThePeerMayOpen() {
        Config config = restricted();

        assertThat(explanation(config, "db-2")).endsWith("may open     kv\n");
        assertThat(explanation(config, "db-3")).endsWith("may open     raft, kv\n");
    }

    @Test
    void explanation_isSilentWhereAllMayOpenAll() {
        assertThat(explanation(Fixtures.parse(Fixtures.SMALLEST), "db-2")).doesNotContain("may open");
    }

    private static String explanation(Config config, String peer) {
        return config.explain(config.peer(new PeerId(peer)).orElseThrow(), TrafficClass.DEFAULT, Optional.empty());
    }

    private static Config restricted() {
        return Fixtures.parse(Fixtures.SMALLEST.replace(
                        "{raft: 127.0.0.1:2380}",
                        "{raft: {address: 127.0.0.1:2380, peers: [db-3]}, kv: 127.0.0.1:6379}")
                + "  - {id: db-3, link: 10.0.0.3:15000}\n");
    }
}
