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
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

/** The bill of a link without a socket. Its segments are modeled, with 52 bytes of headers and 1,448 of payload. */
final class LinkBillTest {
    private static final Location OWN = new Location("us-east-1", "us-east-1a", "h1");
    private static final Location PEER = new Location("us-east-1", "us-east-1b", "h2");
    private static final int HEADERS = 52;
    private static final int SYN = 60;

    private final TrafficMeter meter = new TrafficMeter(OWN, Tariff.of(Preset.AWS));
    private final LinkBill bill = new LinkBill(new EmbeddedChannel(), true, meter);
    private final TrafficCell heartbeats = cell(TrafficClass.HEARTBEAT, Direction.SENT);
    private final TrafficCell bulk = cell(TrafficClass.BULK, Direction.SENT);

    LinkBillTest() {
        bill.control(cell(TrafficClass.CONTROL, Direction.SENT), cell(TrafficClass.CONTROL, Direction.RECEIVED));
        bill.round();
    }

    @Test
    void handshakeIsBookedToControl() {
        assertThat(cell(TrafficClass.CONTROL, Direction.SENT).wireIpBytes()).isEqualTo(SYN + HEADERS);
        assertThat(cell(TrafficClass.CONTROL, Direction.RECEIVED).wireIpBytes()).isEqualTo(SYN);
    }

    @Test
    void writesAreCutBySegmentSize() {
        send(heartbeats, 60, 20);
        send(heartbeats, 1448, 20);
        send(heartbeats, 1449, 20);
        bill.round();

        assertThat(heartbeats.baselineIpBytes()).isEqualTo(60 + 1448 + 1449 + 4 * HEADERS);
    }

    @Test
    void eachFlushOfTheLinkTakesSegments() {
        send(heartbeats, 60, 20);
        send(heartbeats, 60, 20);
        bill.round();

        assertThat(heartbeats.wireIpBytes()).isEqualTo(2 * (20 + HEADERS));
    }

    @Test
    void headersGoToTheClassesWhoseFramesTookTheSegments() {
        send(heartbeats, 60, 20);
        send(bulk, 16_000, 14_480);
        bill.round();

        assertThat(heartbeats.wireIpBytes()).isEqualTo(20 + Math.round(HEADERS * 11 / 12.0));
        assertThat(bulk.baselineIpBytes() - 16_000).isGreaterThan(10 * (heartbeats.baselineIpBytes() - 60));
    }

    @Test
    void acknowledgementsTravelTheOtherWay() {
        for (int i = 0; i < 10; i++) {
            send(heartbeats, 60, 20);
        }
        bill.round();

        TrafficCell answers = cell(TrafficClass.HEARTBEAT, Direction.RECEIVED);
        assertThat(answers.wireIpBytes()).isEqualTo(5 * HEADERS);
        assertThat(answers.baselineIpBytes()).isEqualTo(5 * HEADERS);
        assertThat(answers.appBytes()).isZero();
    }

    @Test
    void connectionOfTheApplicationHasAHandshakeAndAnEnd() {
        bill.connectionOpened();
        send(heartbeats, 60, 20);
        bill.connectionEnded(true);
        bill.close();

        assertThat(heartbeats.baselineIpBytes()).isEqualTo(SYN + HEADERS + (60 + HEADERS) + 2 * HEADERS);
    }

    @Test
    void silentLinkIsNotReadAgain() {
        bill.round();
        bill.round();
        long before = cell(TrafficClass.CONTROL, Direction.SENT).wireIpBytes();
        bill.socketWritten(100);
        bill.socketFlushed();
        bill.round();

        assertThat(cell(TrafficClass.CONTROL, Direction.SENT).wireIpBytes())
                .as("no frame was counted, so nothing is read")
                .isEqualTo(before);
    }

    private void send(TrafficCell cell, int app, int wire) {
        bill.appWritten(app);
        bill.appSent(cell, app);
        bill.payloadSent(cell, wire);
        bill.frameSent(cell, wire);
        bill.socketWritten(wire);
        bill.appWriteEnded();
        bill.socketFlushed();
    }

    private TrafficCell cell(TrafficClass trafficClass, Direction direction) {
        return meter.cell(new PeerId("b"), PEER, trafficClass, Codec.DENSE, direction);
    }
}
