package io.narrows.proxy.link.bill;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.TrafficCell;
import io.narrows.proxy.meter.TrafficMeter;
import org.junit.jupiter.api.Test;

final class CellSharesTest {
    private static final Location PLACE = new Location("us-east-1", "use1-az1", "h1");

    private final TrafficMeter meter = new TrafficMeter(PLACE, Tariff.of(Preset.AWS));
    private final CellShares shares = new CellShares(meter);
    private final TrafficCell heartbeats = cell(TrafficClass.HEARTBEAT);
    private final TrafficCell bulk = cell(TrafficClass.BULK);

    @Test
    void payloadThatWaits_isBookedToNoSide() {
        frame(bulk, 1_000, 300);

        assertThat(shares.waiting()).isEqualTo(300);
        assertThat(bulk.wireIpBytes()).isZero();
        assertThat(bulk.baselineIpBytes()).isZero();
    }

    @Test
    void payloadThatHasLeft_isBookedWithItsAppBytes() {
        frame(heartbeats, 100, 60);
        frame(bulk, 1_000, 300);

        shares.bookLeft(180);

        assertThat(heartbeats.wireIpBytes()).isEqualTo(30);
        assertThat(heartbeats.baselineIpBytes()).isEqualTo(50);
        assertThat(bulk.wireIpBytes()).isEqualTo(150);
        assertThat(bulk.baselineIpBytes()).isEqualTo(500);
        assertThat(shares.waiting()).isEqualTo(180);
    }

    @Test
    void partsOfAnySize_addUp() {
        frame(heartbeats, 101, 67);
        frame(bulk, 1_009, 307);

        while (shares.waiting() > 0) {
            shares.bookLeft(Math.min(shares.waiting(), 11));
        }

        assertThat(heartbeats.wireIpBytes()).isEqualTo(67);
        assertThat(heartbeats.baselineIpBytes()).isEqualTo(101);
        assertThat(bulk.wireIpBytes()).isEqualTo(307);
        assertThat(bulk.baselineIpBytes()).isEqualTo(1_009);
    }

    @Test
    void appBytesOfAFrameThatCameEarlier_areBookedWithTheNext() {
        shares.payload(bulk, 300);
        shares.bookLeft(300);
        shares.app(bulk, 1_000);

        shares.bookLeft(0);

        assertThat(bulk.baselineIpBytes()).isEqualTo(1_000);
    }

    private void frame(TrafficCell cell, int app, int wire) {
        shares.app(cell, app);
        shares.wire(cell, wire);
        shares.payload(cell, wire);
    }

    private TrafficCell cell(TrafficClass trafficClass) {
        return meter.cell(new PeerId("b"), PLACE, trafficClass, Codec.ZSTD, Direction.SENT);
    }
}
