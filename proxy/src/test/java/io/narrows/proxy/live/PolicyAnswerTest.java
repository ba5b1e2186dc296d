package io.narrows.proxy.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Compression;
import io.narrows.config.Condition;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.config.yaml.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a policy is evaluated; each evaluation has another answer. */
final class PolicyAnswerTest {
    private LiveConfig live;
    private long now;
    private int evaluations;
    private PolicyAnswer<Integer> answer;

    /** A condition such as a time of day. */
    private record Varying() implements Condition {
        @Override
        public String key() {
            return "varying";
        }

        @Override
        public List<String> words() {
            return List.of("true");
        }

        @Override
        public boolean matches(Traffic traffic) {
            return true;
        }

        @Override
        public boolean isConstant() {
            return false;
        }

        @Override
        public Optional<String> miss(Traffic traffic) {
            return Optional.empty();
        }
    }

    @BeforeEach
    void load() throws ConfigException {
        live = new LiveConfig(config());
        answer = new PolicyAnswer<>(live, () -> now, (config, trafficClass) -> ++evaluations);
    }

    private static Config config() throws ConfigException {
        return ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: a, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:1}
                targets: {work: 127.0.0.1:2}
                peers: [{id: b, region: r, zone: z, host: g, link: 127.0.0.1:3}]
                policy: [{codec: zstd}]
                """, Path.of(""));
    }

    @Test
    void of_aConstantPolicy_isEvaluatedOnce() {
        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(1);
        now += 100 * LiveConfig.DECISION_INTERVAL;

        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(1);
    }

    @Test
    void of_anotherClass_isEvaluatedAgain() {
        answer.of(TrafficClass.BULK);

        assertThat(answer.of(TrafficClass.HEARTBEAT)).isEqualTo(2);
        assertThat(answer.of(TrafficClass.HEARTBEAT)).isEqualTo(2);
    }

    @Test
    void of_anotherConfiguration_isEvaluatedAgain() throws ConfigException {
        answer.of(TrafficClass.BULK);

        live.replace(config());

        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(2);
        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(2);
    }

    @Test
    void of_aPolicyWithVaryingConditions_isEvaluatedAgainAfterTheInterval() {
        Rule rule = new Rule(1, Place.of("test"), List.of(new Varying()), Compression.of(CodecSpec.of(Codec.ZSTD, 1)));
        live.replace(live.current().withPolicy(new Policy(List.of(rule))));

        answer.of(TrafficClass.BULK);
        now += LiveConfig.DECISION_INTERVAL - 1;
        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(1);
        now++;

        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(2);
        assertThat(answer.of(TrafficClass.BULK)).isEqualTo(2);
    }
}
