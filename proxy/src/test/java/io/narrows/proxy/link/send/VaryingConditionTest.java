package io.narrows.proxy.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Compression;
import io.narrows.config.Condition;
import io.narrows.config.PeerId;
import io.narrows.config.Policy;
import io.narrows.config.Rule;
import io.narrows.config.Traffic;
import io.narrows.config.yaml.Place;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Streams;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.RawReason;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A policy with a condition whose answer changes while the configuration stays the same. */
final class VaryingConditionTest {
    private static final LinkTerms SESSION =
            LinkTermsBuilder.sampled().decodes(Codec.ZSTD, 23).build();

    private final EventMeter events = new EventMeter();
    private long now;
    private boolean night;

    private record Night(BooleanSupplier isNight) implements Condition {
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
            return isNight.getAsBoolean();
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
    void policy_isDecidedAgainAfterASecond() {
        Streams streams = new Streams("{codec: none}", SESSION, events, () -> now);
        Rule rule = new Rule(
                1, Place.of("test"), List.of(new Night(() -> night)), Compression.of(CodecSpec.of(Codec.ZSTD, 1)));
        streams.live().replace(streams.live().current().withPolicy(new Policy(List.of(rule))));

        send(streams);
        night = true;
        now += LiveConfig.DECISION_INTERVAL - 1;
        send(streams);
        assertThat(events.rawFrames(new PeerId("b"), RawReason.NO_RULE).sum()).isEqualTo(2);

        now++;
        send(streams);
        assertThat(events.rawFrames(new PeerId("b"), RawReason.NO_RULE).sum()).isEqualTo(2);
        assertThat(streams.sending().codec()).isEqualTo(Codec.ZSTD);
        streams.close();
    }

    private void send(Streams streams) {
        streams.send(PooledByteBufAllocator.DEFAULT.directBuffer().writeZero(2_000), now);
    }
}
