package io.narrows.proxy.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.TrafficMeter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RecentTrafficTest {
    private static final Location HERE = new Location("r", "z", "ha");

    private final TrafficMeter traffic = new TrafficMeter(HERE, Tariff.STANDARD);
    private int connections = 1;
    private long now = -5;
    private final RecentTraffic recent = new RecentTraffic(traffic, () -> connections, () -> now);

    @Test
    void idleOpenConnection_isNotTraffic() {
        assertThat(recent.getAsBoolean()).isFalse();
        later(5_000);
        assertThat(recent.getAsBoolean()).isFalse();
    }

    @Test
    void bytes_countForASecond() {
        send(TrafficClass.BULK);
        later(2);
        assertThat(recent.getAsBoolean()).isTrue();
        later(999);
        assertThat(recent.getAsBoolean()).isTrue();
        later(1);
        assertThat(recent.getAsBoolean()).isFalse();
    }

    @Test
    void connectionThatComesOrGoes_countsForASecond() {
        connections = 2;
        later(2);
        assertThat(recent.getAsBoolean()).isTrue();
        later(1_000);
        assertThat(recent.getAsBoolean()).isFalse();
        connections = 1;
        later(2);
        assertThat(recent.getAsBoolean()).isTrue();
    }

    @Test
    void controlMessagesOfLinks_areNotTraffic() {
        send(TrafficClass.CONTROL);
        later(2);

        assertThat(recent.getAsBoolean()).isFalse();
    }

    private void send(TrafficClass trafficClass) {
        traffic.cell(new PeerId("b"), HERE, trafficClass, Codec.NONE, Direction.SENT)
                .frame(10);
    }

    private void later(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
