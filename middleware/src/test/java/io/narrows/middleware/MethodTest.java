package io.narrows.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Compression;
import io.narrows.config.Condition;
import io.narrows.config.GrpcSettings;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.PeerId;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Tariff;
import io.narrows.config.Traffic;
import io.narrows.config.yaml.Place;
import io.narrows.middleware.codec.GrpcCodecs;
import io.narrows.middleware.meter.CallMeter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class MethodTest {
    private static final Location HERE = new Location("us-east-1", "use1-az1", "h1");
    private static final Remote PEER = Remote.at(new PeerId("b"), new Location("eu-west-1", "euw1-az1", "h2"));

    private record Night(AtomicBoolean isNight) implements Condition {
        @Override
        public String key() {
            return "night";
        }

        @Override
        public List<String> words() {
            return List.of("true");
        }

        @Override
        public boolean matches(Traffic traffic) {
            return isNight.get();
        }

        @Override
        public boolean isConstant() {
            return false;
        }

        @Override
        public Optional<String> miss(Traffic traffic) {
            return matches(traffic) ? Optional.empty() : Optional.of("it is day");
        }
    }

    @Test
    void plan_followsAConditionThatVaries() {
        AtomicBoolean night = new AtomicBoolean();
        Rule rule =
                new Rule(1, Place.of("test"), List.of(new Night(night)), Compression.of(CodecSpec.of(Codec.ZSTD, 1)));
        Method method = new Method(planner(new Policy(List.of(rule))), "service.Service/Method");
        assertThat(method.plan(PEER).compresses()).isFalse();

        night.set(true);

        assertThat(method.plan(PEER).compresses()).isTrue();
    }

    @Test
    void plan_isKept_whereAllConditionsAreConstant() {
        Method method = new Method(planner(Policy.STANDARD), "service.Service/Method");

        assertThat(method.plan(PEER)).isSameAs(method.plan(PEER));
    }

    private static Planner planner(Policy policy) {
        GrpcCodecs codecs = GrpcCodecs.load();
        Settings settings = new Settings(
                new Node(new PeerId("a"), HERE), List.of(), policy, Tariff.STANDARD, GrpcSettings.DEFAULT, codecs);
        return new Planner(
                settings, new CallMeter(HERE, Tariff.STANDARD), Registries.of(codecs, GrpcSettings.DEFAULT.codecs()));
    }
}
