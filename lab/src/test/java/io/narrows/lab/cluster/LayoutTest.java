package io.narrows.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.HostPort;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Peer;
import io.narrows.config.StoreProcess;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LayoutTest {
    private static final List<Contender> POLICIES = Arrays.stream(Contender.STANDARD.split(","))
            .map(new ContenderConverter()::convert)
            .toList();

    @TempDir
    Path folder;

    private Layout layout;

    @BeforeEach
    void lay() throws Exception {
        layout = Layout.in(folder);
    }

    @Test
    void configs_areTwoZonesOfARegion_andAnother() throws Exception {
        Config first = load(0, Contender.POLICY);

        assertThat(first.peers())
                .extracting(peer ->
                        Tier.between(first.node().location(), peer.location().orElseThrow()))
                .containsExactly(Tier.CROSS_ZONE, Tier.CROSS_REGION);
    }

    @Test
    void configs_haveAStoreBesideEachSidecar_inASeparateProcess() throws Exception {
        for (int i = 0; i < 3; i++) {
            var store = load(i, Contender.POLICY).store().orElseThrow();

            assertThat(store.process()).isEqualTo(StoreProcess.OWN);
            assertThat(store.clients().listen())
                    .containsExactly(layout.endpoints().get(i));
            assertThat(store.dataDir()).startsWithRaw(folder);
        }
    }

    @Test
    void configs_listenNowhereTwice() throws Exception {
        Set<HostPort> addresses = new HashSet<>();
        int count = 0;
        for (int i = 0; i < 3; i++) {
            Config config = load(i, Contender.POLICY);
            addresses.add(config.link().listen());
            addresses.add(config.admin().listen());
            config.targets().values().forEach(target -> addresses.add(target.address()));
            addresses.addAll(config.store().orElseThrow().clients().listen());
            config.captures().forEach(capture -> addresses.add(((ListenerCapture) capture).listen()));
            count += 4 + config.captures().size();
        }

        assertThat(addresses).hasSize(count).hasSize(18).allMatch(HostPort::isLoopback);
    }

    @Test
    void links_takeAsManyPacketsAsOnEthernet() throws Exception {
        assertThat(load(1, Contender.POLICY).link().tcpMss()).isEqualTo(1460);
    }

    @ParameterizedTest
    @FieldSource("POLICIES")
    void everyPolicy_isAccepted_andASingleCodecAppliesToAll(Contender policy) throws Exception {
        Config config = load(2, policy);

        for (Peer peer : config.peers()) {
            for (TrafficClass trafficClass : List.of(TrafficClass.HEARTBEAT, TrafficClass.DEFAULT)) {
                String chosen = config.policy()
                        .choose(config.trafficTo(peer, trafficClass))
                        .compression()
                        .spec()
                        .toString();
                assertThat(chosen).isEqualTo(policy == Contender.POLICY ? byDistance(trafficClass) : policy.name());
            }
        }
    }

    /** Returns the compression of traffic from the other region. */
    private static String byDistance(TrafficClass trafficClass) {
        return trafficClass.equals(TrafficClass.HEARTBEAT) ? "zstd:-1" : "dense:2";
    }

    private Config load(int member, Contender policy) throws Exception {
        Member own = layout.members().get(member);
        return ConfigLoader.load(Files.writeString(layout.configOf(own), layout.config(own, policy.rules())));
    }
}
