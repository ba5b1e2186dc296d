package io.narrows.estimate.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.estimate.pcap.CaptureException;
import io.narrows.estimate.pcap.CaptureReader;
import io.narrows.estimate.pcap.Captures;
import io.narrows.estimate.pcap.LinkType;
import io.narrows.estimate.pcap.PacketBuilder;
import io.narrows.estimate.pcap.PcapBuilder;
import io.narrows.estimate.pcap.PcapngBuilder;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whole captures. */
class CapturedStreamsTest {
    private final Recording recording = new Recording();
    private final CapturedStreams streams = new CapturedStreams(recording, AssemblyLimits.DEFAULT);

    @Test
    void packets_areCountedByKind() throws IOException {
        byte[] tcp = new PacketBuilder().payload(new byte[1000]).build();
        byte[] arp = new byte[60];
        byte[] udp = new PacketBuilder().build();
        udp[14 + 9] = 17;
        byte[] fragment = new PacketBuilder().build();
        fragment[14 + 6] = 0x20;
        byte[] malformed = new PacketBuilder().build();
        malformed[14] = 0x44;
        byte[] file = new PcapBuilder(ByteOrder.BIG_ENDIAN, false, 1, 60)
                .packet(0, tcp)
                .packet(0, arp)
                .packet(0, udp)
                .packet(0, fragment)
                .packet(0, malformed)
                .packet(0, new PacketBuilder().ipv6().build())
                .bytes();

        read(file);

        assertThat(streams.packets())
                .isEqualTo(new PacketCounts(6, 0, 1054 + 60 + 54 + 54 + 54 + 74, 1, 1, 1, 1, 1, 1, 1, 60));
    }

    @Test
    void length_isThatOfAllPackets() throws IOException {
        byte[] file = new PcapBuilder(LinkType.ETHERNET)
                .packet(1_000, new byte[60])
                .packet(2_000, new PacketBuilder().payload(text("ab")).build())
                .packet(9_000, new PacketBuilder().reversed(true).build())
                .bytes();

        read(file);

        assertThat(streams.packets().nanos()).isEqualTo(8_000);
    }

    @Test
    void packetsWithoutATime_doNotChangeTheLength() throws IOException {
        byte[] packet = new PacketBuilder().payload(text("ab")).build();
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(1, 0)
                .simple(packet)
                .enhanced(0, 1_700_000_000_000_000L, packet)
                .enhanced(0, 1_700_000_000_000_007L, packet)
                .bytes();

        read(file);

        assertThat(streams.packets().nanos()).isEqualTo(7_000);
    }

    @Test
    void length_thatALongCannotHold_isTheLongest() throws IOException {
        byte[] packet = new PacketBuilder().payload(text("ab")).build();
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(1, 0)
                .device(1, 0, Long.MIN_VALUE)
                .enhanced(0, 1_700_000_000_000_000L, packet)
                .enhanced(1, 0, packet)
                .bytes();

        read(file);

        assertThat(streams.packets().nanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void packetsOfSeveralInterfaces_joinInOneConnection_andDuplicatesAreCounted() throws IOException {
        PacketBuilder hello = new PacketBuilder().numbers(100, 1).payload(text("hello"));
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(1, 0)
                .device(113, 0)
                .enhanced(0, 1000, hello.build())
                .enhanced(1, 1001, hello.link(LinkType.LINUX_SLL).build())
                .enhanced(
                        1,
                        1002,
                        new PacketBuilder()
                                .link(LinkType.LINUX_SLL)
                                .numbers(105, 1)
                                .payload(text("you"))
                                .build())
                .bytes();

        read(file);

        assertThat(recording.streams).hasSize(1);
        assertThat(recording.streams.get(0).bytes(Direction.FROM_CLIENT))
                .asString()
                .isEqualTo("helloyou");
        assertThat(streams.streams().duplicateSegments()).isEqualTo(1);
    }

    @Test
    void connectionsGoOnInTheNextFile() throws IOException {
        read(new PcapBuilder(LinkType.ETHERNET)
                .packet(
                        0,
                        new PacketBuilder().numbers(100, 1).payload(text("ab")).build())
                .bytes());
        read(new PcapBuilder(LinkType.ETHERNET)
                .packet(
                        5,
                        new PacketBuilder().numbers(102, 1).payload(text("cd")).build())
                .bytes());
        streams.end();

        assertThat(recording.streams).singleElement().satisfies(stream -> {
            assertThat(stream.bytes(Direction.FROM_CLIENT)).asString().isEqualTo("abcd");
            assertThat(stream.ending).isEqualTo(Ending.CAPTURE_ENDED);
        });
    }

    @Test
    void segmentsBeforeADamagedPlace_areReported() {
        byte[] file = new PcapBuilder(LinkType.ETHERNET)
                .packet(0, new PacketBuilder().payload(text("ab")).build())
                .packet(1, new byte[60])
                .bytes();
        file[24 + 16 + 56 + 8 + 3] = 0x7F;

        assertThatThrownBy(() -> read(file)).isInstanceOf(CaptureException.class);

        assertThat(recording.lines).contains("1 0 > ab");
    }

    @Test
    void tenThousandConnections_stayWithinTheBoundOfWaitingBytes() throws IOException {
        AssemblyLimits limits = new AssemblyLimits(20_000, 1 << 20, 1 << 20, AssemblyLimits.DEFAULT.idle());
        TcpProbe probe = new TcpProbe(limits);
        for (int i = 0; i < 10_000; i++) {
            probe.segment(10_000 + i, 1, 5);
        }
        for (int i = 0; i < 10_000; i++) {
            probe.segment(10_000 + i, 20, 500); // behind a gap
        }

        assertThat(probe.assembler().tracked()).isEqualTo(10_000);
        assertThat(probe.mostWaiting()).isBetween(900_000L, 1L << 20);
        probe.assembler().end();
        assertThat(probe.assembler().waitingBytes()).isZero();
        assertThat(probe.assembler().counts().bytes()).isEqualTo(10_000 * 505);
        assertThat(probe.assembler().counts().holes()).isEqualTo(10_000);
    }

    private void read(byte[] file) throws IOException {
        try (CaptureReader reader = Captures.reader(file)) {
            streams.read(reader);
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
