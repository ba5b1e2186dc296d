package io.narrows.proxy.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import io.narrows.proxy.link.support.Ledgers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SampledConnectionTest {
    private final TrainingTurns turns = new TrainingTurns(Ledgers.of(1 << 30), () -> 0, enough -> {});
    private final SampledConnection connection =
            new SampledConnection(turns, Dictionaries.SENT, false, Dictionaries.ANNOUNCED);

    @Test
    void discardedConnection_leavesNoSample_andAddsNone() {
        connection.sent(TrafficClass.BULK, ByteBuffer.allocate(64 << 10));
        KeySamples samples = Objects.requireNonNull(turns.beginOrJoin(Dictionaries.SENT));

        connection.discard();
        connection.sent(TrafficClass.BULK, ByteBuffer.allocate(1));

        assertThat(samples.take()).isEmpty();
    }

    @Test
    void connectionThatHasEnded_keepsItsSample() {
        connection.sent(TrafficClass.BULK, ByteBuffer.allocate(1));
        KeySamples samples = Objects.requireNonNull(turns.beginOrJoin(Dictionaries.SENT));
        connection.ended();

        connection.discard();

        assertThat(samples.take()).hasSize(1);
    }

    @Test
    void rules_areAskedAboutAllClassesThatTheConnectionHad() {
        connection.sent(TrafficClass.DEFAULT, ByteBuffer.allocate(1));
        connection.sent(TrafficClass.BULK, ByteBuffer.allocate(1));
        KeySamples samples = Objects.requireNonNull(turns.beginOrJoin(Dictionaries.SENT));
        List<SampledTraffic> asked = new ArrayList<>();

        assertThat(samples.isAllowed(asked::add)).isTrue();

        assertThat(asked).containsExactlyInAnyOrder(traffic(TrafficClass.DEFAULT), traffic(TrafficClass.BULK));
    }

    private static SampledTraffic traffic(TrafficClass trafficClass) {
        return new SampledTraffic(
                new DictionaryTraffic(Dictionaries.PEER, Dictionaries.ANNOUNCED, trafficClass), false);
    }
}
