package io.narrows.proxy.link.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StrangersTest {
    private static final PeerId B = new PeerId("b");

    private final AtomicLong nanos = new AtomicLong();
    private final Strangers strangers = new Strangers(nanos::get);

    @Test
    void addressThatSourcesNeverReport_isUnknownAfterAWhile() {
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();

        pass(Strangers.GRACE.minusSeconds(1));
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();
        assertThat(strangers.mayBecomeKnown(ip(2), B)).isTrue();
        pass(Duration.ofSeconds(1));
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isFalse();
        assertThat(strangers.mayBecomeKnown(ip(2), B)).isTrue();
    }

    @Test
    void addressThatWasAbsent_isNew() {
        strangers.mayBecomeKnown(ip(1), B);
        pass(Strangers.GRACE);
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isFalse();

        pass(Strangers.ABSENCE);
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();
    }

    @Test
    void nodeThatBecameKnown_isANewOneAtItsNextStart() {
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();
        strangers.forget(ip(1), B);
        pass(Strangers.GRACE.plusSeconds(1));

        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();
    }

    @Test
    void tooManyAddresses_areUnknown_untilOthersAreAbsent() {
        for (int i = 0; i < Strangers.MOST; i++) {
            assertThat(strangers.mayBecomeKnown(ip(i), B)).isTrue();
        }
        assertThat(strangers.mayBecomeKnown(ip(Strangers.MOST), B)).isFalse();

        pass(Strangers.ABSENCE);
        assertThat(strangers.mayBecomeKnown(ip(Strangers.MOST), B)).isTrue();
    }

    @Test
    void tooManyIdsOfAnAddress_areUnknown_untilTheyAreAbsent_andLeaveRoomForOtherAddresses() {
        for (int i = 0; i < Strangers.MOST_IDS; i++) {
            assertThat(strangers.mayBecomeKnown(ip(1), new PeerId("id-" + i))).isTrue();
        }
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isFalse();
        assertThat(strangers.mayBecomeKnown(ip(2), B)).isTrue();

        pass(Strangers.ABSENCE);
        assertThat(strangers.mayBecomeKnown(ip(1), B)).isTrue();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static IpAddress ip(int number) {
        return IpAddress.parse("10.0." + number / 256 + "." + number % 256).orElseThrow();
    }
}
