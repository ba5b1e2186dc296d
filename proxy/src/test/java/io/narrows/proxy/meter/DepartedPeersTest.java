package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.history.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class DepartedPeersTest {
    private static final PeerId B = new PeerId("b");
    private static final PeerId C = new PeerId("c");
    private static final Location HERE = new Location("r", "z", "ha");
    private static final Location THERE = new Location("r2", "z", "hb");

    private final AtomicLong nanos = new AtomicLong();
    private final Set<PeerId> counted = new HashSet<>(Set.of(B, C, EventMeter.UNKNOWN_PEER));
    private final Set<PeerId> present = new HashSet<>(Set.of(B, C));
    private final List<PeerId> forgotten = new ArrayList<>();
    private final Set<PeerId> accounted = new HashSet<>(Set.of(B, C, EventMeter.UNKNOWN_PEER));
    private final Set<PeerId> charged = new HashSet<>();
    private final DepartedPeers departed = new DepartedPeers(new Records(), nanos::get);

    @Test
    void peerThatIsGoneForAnHour_isForgotten() {
        departed.look();
        present.remove(B);
        departed.look();
        pass(Duration.ofMinutes(59));
        assertThat(forgotten).isEmpty();

        pass(Duration.ofMinutes(1));
        assertThat(forgotten).containsExactly(B);
        pass(Duration.ofHours(2));
        assertThat(forgotten).containsExactly(B);
    }

    @Test
    void peerThatComesBack_isKept() {
        present.remove(B);
        departed.look();
        pass(Duration.ofMinutes(50));
        present.add(B);
        pass(Duration.ofMinutes(5));
        present.remove(B);
        pass(Duration.ofMinutes(50));

        assertThat(forgotten).isEmpty();
    }

    @Test
    void accountWithChargedMemory_isRemovedOnceThatIsGivenBack() {
        charged.add(B);
        present.remove(B);
        departed.look();
        pass(Duration.ofHours(1));
        assertThat(forgotten).containsExactly(B);
        assertThat(accounted).contains(B);

        charged.remove(B);
        pass(Duration.ofMinutes(1));

        assertThat(accounted).doesNotContain(B);
    }

    @Test
    void countersMadeWhileMemoryIsCharged_areKeptForAnHour() {
        charged.add(B);
        present.remove(B);
        departed.look();
        pass(Duration.ofHours(1));
        counted.add(B); // it came back and left, or late work has counted

        pass(Duration.ofMinutes(1));
        pass(Duration.ofMinutes(59));
        assertThat(counted).contains(B);
        assertThat(forgotten).containsExactly(B);

        pass(Duration.ofMinutes(1));
        assertThat(counted).doesNotContain(B);
    }

    @Test
    void accountMadeAfterAll_isRemovedAnHourLater() {
        present.remove(B);
        departed.look();
        pass(Duration.ofHours(1));
        accounted.add(B);

        pass(Duration.ofMinutes(1));
        pass(Duration.ofMinutes(59));
        assertThat(accounted).contains(B);

        pass(Duration.ofMinutes(1));
        assertThat(accounted).doesNotContain(B);
    }

    @Test
    void unknownPeer_isKept() {
        pass(Duration.ofHours(1));
        pass(Duration.ofHours(1));

        assertThat(forgotten).isEmpty();
        assertThat(accounted).contains(EventMeter.UNKNOWN_PEER);
    }

    @Test
    void trafficOfAForgottenPeer_remainsInTheTotals() {
        TrafficMeter traffic = new TrafficMeter(HERE, Tariff.STANDARD);
        TrafficCell cell = traffic.cell(B, THERE, TrafficClass.DEFAULT, Codec.ZSTD, Direction.SENT);
        cell.frame(1000);
        cell.wire(300);
        cell.baselineIp(1100);
        cell.wireIp(400);
        CpuBill cpu = new CpuBill(() -> 0, 0);
        Totals before = Totals.of(1, traffic, cpu);

        traffic.forget(B);

        assertThat(traffic.cells()).isEmpty();
        assertThat(traffic.peers()).isEmpty();
        assertThat(Totals.of(1, traffic, cpu)).isEqualTo(before);
        assertThat(before.appBytes()).isEqualTo(1000);
    }

    @Test
    void eventsOfAForgottenPeer_areGone() {
        EventMeter events = new EventMeter();
        events.linked(B);
        events.failure(C, Failure.TLS, "why");

        events.forget(B);

        assertThat(events.peers()).containsExactly(C);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        departed.look();
    }

    private final class Records implements DepartedPeers.Records {
        @Override
        public Set<PeerId> counted() {
            return Set.copyOf(counted);
        }

        @Override
        public Set<PeerId> accounted() {
            return Set.copyOf(accounted);
        }

        @Override
        public Set<PeerId> present() {
            return Set.copyOf(present);
        }

        @Override
        public void forget(PeerId peer) {
            forgotten.add(peer);
            counted.remove(peer);
        }

        @Override
        public boolean forgetMemory(PeerId peer) {
            return !charged.contains(peer) && accounted.remove(peer);
        }
    }
}
