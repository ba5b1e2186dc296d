package io.narrows.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import org.junit.jupiter.api.Test;

final class TrafficMeterTest {
    private static final PeerId B = new PeerId("b");
    private static final Location OWN = new Location("us-east-1", "us-east-1a", "h1");
    private static final Location NEXT_ZONE = new Location("us-east-1", "us-east-1b", "h2");
    private static final Location FAR = new Location("eu-west-1", "eu-west-1a", "h3");
    private static final int GB = 1_000_000_000;

    private final TrafficMeter meter = new TrafficMeter(OWN, Tariff.of(Preset.AWS));

    @Test
    void eachNodeBooksItsOwnSideOfTheBill() {
        assertThat(costOfOneGb(FAR, Direction.SENT)).isCloseTo(0.02, within(1e-9));
        assertThat(costOfOneGb(FAR, Direction.RECEIVED)).isZero();
        assertThat(costOfOneGb(NEXT_ZONE, Direction.SENT)).isCloseTo(0.01, within(1e-9));
        assertThat(costOfOneGb(NEXT_ZONE, Direction.RECEIVED)).isCloseTo(0.01, within(1e-9));
        assertThat(costOfOneGb(OWN, Direction.SENT)).isZero();
    }

    @Test
    void newTariffDoesNotRewriteThePast() {
        TrafficCell cell = cell(FAR, Direction.SENT);
        cell.baselineIp(GB);
        cell.wireIp(GB / 2);

        meter.reprice(Tariff.of(Preset.GCP));
        double settled = cell.baselineUsd();
        cell.baselineIp(GB);

        assertThat(settled).isCloseTo(0.02, within(1e-9));
        assertThat(cell.wireUsd()).isCloseTo(0.01, within(1e-9));
        assertThat(cell.baselineUsd() - settled)
                .isCloseTo(GB * Tariff.of(Preset.GCP).price(OWN, FAR).sentPerByte(), within(1e-9));
    }

    @Test
    void newTariffPricesEachCellAtItsOwnPlace() {
        TrafficCell far = meter.cell(B, FAR, TrafficClass.REPLICATION, Codec.ZSTD, Direction.SENT);
        meter.cell(B, OWN, TrafficClass.REPLICATION, Codec.ZSTD, Direction.SENT);

        meter.reprice(Tariff.of(Preset.GCP));
        far.wireIp(GB);

        assertThat(far.wireUsd())
                .isCloseTo(GB * Tariff.of(Preset.GCP).price(OWN, FAR).sentPerByte(), within(1e-9));
    }

    @Test
    void sumOfCells_tellsWhatLinksTookForThemselves() {
        TrafficCell data = cell(FAR, Direction.SENT);
        data.frame(1000);
        data.frame(500);
        data.wire(400);
        data.cpu(2_000_000_000);
        TrafficCell control = meter.cell(B, FAR, TrafficClass.CONTROL, Codec.NONE, Direction.SENT);
        control.wire(50);

        TrafficSum sum = TrafficSum.ZERO.plus(data).plus(control);

        assertThat(sum)
                .isEqualTo(new TrafficSum(1500, 450, 50, 2, data.baselineUsd(), data.wireUsd() + control.wireUsd(), 2));
        assertThat(sum.isEmpty()).isFalse();
        assertThat(TrafficSum.ZERO.isEmpty()).isTrue();
    }

    @Test
    void processorTimeIsPricedByTheHour() {
        long[] nanos = {0};
        CpuBill bill = new CpuBill(() -> nanos[0], 0.04);

        nanos[0] = 3_600_000_000_000L;
        assertThat(bill.usd()).isCloseTo(0.04, within(1e-9));
        bill.reprice(0.08);
        nanos[0] *= 2;

        assertThat(bill.usd()).isCloseTo(0.12, within(1e-9));
    }

    @Test
    void processorTimeOfTheStart_isKnownApart() {
        long[] seconds = {3};
        CpuBill bill = new CpuBill(() -> seconds[0] * 1_000_000_000, 3_600);

        assertThat(bill.startUsd()).isEqualTo(3);
        bill.started();
        seconds[0] = 4;
        assertThat(bill.startUsd()).isEqualTo(3);
        bill.starting();
        assertThat(bill.startUsd()).as("while it warms up").isEqualTo(4);
        seconds[0] = 6;
        bill.reprice(7_200);
        bill.started();
        seconds[0] = 100;

        assertThat(bill.startUsd()).isEqualTo(6);
        assertThat(bill.usd()).isEqualTo(6 + 94 * 2);
    }

    private double costOfOneGb(Location peer, Direction direction) {
        TrafficCell cell = cell(peer, direction);
        cell.wireIp(GB);
        return cell.wireUsd();
    }

    private TrafficCell cell(Location peer, Direction direction) {
        return meter.cell(new PeerId(peer.host()), peer, TrafficClass.REPLICATION, Codec.ZSTD, direction);
    }
}
