package io.narrows.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.lab.play.Score;
import io.narrows.lab.sidecar.Flow;
import io.narrows.lab.sidecar.Route;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TopologyTest {
    private static final List<CodecSpec> CODECS = CodecTrial.CODECS;
    private static final List<TrafficClass> COMPRESSED = List.of(
            TrafficClass.HEARTBEAT,
            TrafficClass.REPLICATION,
            TrafficClass.BULK,
            TrafficClass.GRPC,
            TrafficClass.DEFAULT);

    @TempDir
    Path folder;

    @Test
    void configs_withTheLiveRules_areRight() throws Exception {
        Topology topology = topology();

        Config near = load(topology.nearConfig(DemoPolicy.LIVE));
        Config far = load(topology.farConfig(DemoPolicy.LIVE));

        assertThat(near.captures()).hasSameSizeAs(topology.entrances()).hasSize(6);
        assertThat(far.captures()).isEmpty();
        assertThat(near.peers().get(0).id()).isEqualTo(far.node().id());
        assertThat(far.peers().get(0).id()).isEqualTo(near.node().id());
        assertThat(Tier.between(near.node().location(), far.node().location())).isEqualTo(Tier.CROSS_REGION);
    }

    @Test
    void label_ofALiveFlow_isWhatTheConfigurationAsksFor() throws Exception {
        Config near = load(topology().nearConfig(DemoPolicy.LIVE));

        for (TrafficClass trafficClass : COMPRESSED) {
            String chosen = near.policy()
                    .choose(near.trafficTo(near.peers().get(0), trafficClass))
                    .compression()
                    .spec()
                    .toString();
            Flow flow = new Flow(new Route("us-east-1", "eu-west-1", trafficClass.name()), "zstd");
            assertThat(DemoPolicy.label(flow)).isEqualTo(chosen);
        }
    }

    @ParameterizedTest
    @FieldSource("CODECS")
    void everything_underOneCodec_isThatCodec(CodecSpec spec) throws Exception {
        Config far = load(topology().farConfig(DemoPolicy.everything(spec)));

        assertThat(far.policy()
                        .choose(far.trafficTo(far.peers().get(0), TrafficClass.BULK))
                        .compression()
                        .spec()
                        .toString())
                .isEqualTo(spec.toString());
    }

    private static Topology topology() throws Exception {
        List<Score> scores = Recordings.load();
        return Topology.of(scores, Map.of("etcd", 1, "postgres", 2, "ratis", 3));
    }

    private Config load(String text) throws Exception {
        return ConfigLoader.load(Files.writeString(folder.resolve("narrows.yaml"), text));
    }
}
