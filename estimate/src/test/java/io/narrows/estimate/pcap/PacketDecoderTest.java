package io.narrows.estimate.pcap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketDecoderTest {
    private static final byte[] PAYLOAD = {10, 20, 30, 40, 50};

    private final TcpSegment segment = new TcpSegment();

    static Stream<Arguments> links() {
        int[][] tags = {{}, {0x8100}, {0x88A8, 0x8100}, {0x9100, 0x88A8, 0x8100}};
        return Stream.of(LinkType.values())
                .flatMap(type -> Stream.of(false, true)
                        .filter(ipv6 -> type != LinkType.IPV4 || !ipv6)
                        .filter(ipv6 -> type != LinkType.IPV6 || ipv6)
                        .flatMap(ipv6 -> (hasTags(type) ? Stream.of(tags) : Stream.of(new int[0]))
                                .map(vlans -> Arguments.of(type, ipv6, vlans))));
    }

    private static boolean hasTags(LinkType type) {
        return List.of(LinkType.ETHERNET, LinkType.LINUX_SLL, LinkType.LINUX_SLL2)
                .contains(type);
    }

    @ParameterizedTest
    @MethodSource("links")
    void segmentBehindEachLinkHeader_isFound(LinkType type, boolean ipv6, int[] vlans) {
        PacketBuilder builder = new PacketBuilder().link(type).vlans(vlans).ports(40_000, 5432);
        builder.numbers(0xFFFF_FFF0, 17)
                .flags(PacketBuilder.ACK | PacketBuilder.FIN)
                .tcpOptions(new byte[12]);
        byte[] packet = (ipv6 ? builder.ipv6() : builder).payload(PAYLOAD).build();

        PacketKind kind = decode(type, packet, packet.length);

        assertThat(kind).isEqualTo(PacketKind.TCP);
        assertThat(segment.nanos()).isEqualTo(99);
        assertThat(segment.sourcePort()).isEqualTo(40_000);
        assertThat(segment.destinationPort()).isEqualTo(5432);
        assertThat(segment.sequence()).isEqualTo(-16);
        assertThat(segment.acknowledgment()).isEqualTo(17);
        assertThat(segment.isAck()).isTrue();
        assertThat(segment.isFin()).isTrue();
        assertThat(segment.isSyn()).isFalse();
        assertThat(segment.isReset()).isFalse();
        assertThat(segment.sourceHigh()).isEqualTo(ipv6 ? 0xFD00L << 48 : 0);
        assertThat(segment.sourceLow()).isEqualTo(ipv6 ? 1 : 0xFFFF_0A00_0001L);
        assertThat(segment.destinationLow()).isEqualTo(ipv6 ? 2 : 0xFFFF_0A00_0002L);
        assertThat(payload()).isEqualTo(PAYLOAD);
        assertThat(segment.missing()).isZero();
    }

    @Test
    void numbersOfRawIpOfBsds_areKnown() {
        assertThat(Stream.of(12, 14, 101).map(LinkType::of)).containsOnly(LinkType.RAW);
        assertThat(LinkType.of(127)).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void padding_isNoPayload(boolean ipv6) {
        PacketBuilder builder = new PacketBuilder().padding(6);
        byte[] packet = (ipv6 ? builder.ipv6() : builder).build();

        assertThat(decode(LinkType.ETHERNET, packet, packet.length)).isEqualTo(PacketKind.TCP);
        assertThat(segment.length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lengthLeftOut_meansTheCapturedLength(boolean ipv6) {
        byte[] large = new byte[70_000];
        PacketBuilder builder = new PacketBuilder().lengthLeftOut().payload(large);
        byte[] packet = (ipv6 ? builder.ipv6() : builder).build();

        assertThat(decode(LinkType.ETHERNET, packet, packet.length)).isEqualTo(PacketKind.TCP);
        assertThat(segment.length()).isEqualTo(70_000);
        assertThat(decode(LinkType.ETHERNET, Arrays.copyOf(packet, 96), packet.length))
                .isEqualTo(PacketKind.TCP);
        assertThat(segment.length()).isEqualTo(70_000);
    }

    @Test
    void payloadThatWasCut_isMissing() {
        byte[] packet = new PacketBuilder().payload(new byte[1000]).build();

        assertThat(decode(LinkType.ETHERNET, Arrays.copyOf(packet, 96), packet.length))
                .isEqualTo(PacketKind.TCP);
        assertThat(segment.payload().remaining()).isEqualTo(96 - 54);
        assertThat(segment.missing()).isEqualTo(1000 - (96 - 54));
        assertThat(segment.length()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void headersThatWereCut_areCounted_atEachLength(boolean ipv6) {
        PacketBuilder builder = new PacketBuilder().tcpOptions(new byte[8]).payload(PAYLOAD);
        byte[] packet = (ipv6 ? builder.ipv6() : builder).build();
        int tcpHeader = ipv6 ? 14 + 40 + 20 : 14 + 20 + 20;

        for (int length = 0; length < tcpHeader; length++) {
            assertThat(decode(LinkType.ETHERNET, Arrays.copyOf(packet, length), packet.length))
                    .as("%d bytes", length)
                    .isEqualTo(PacketKind.HEADERS_CUT);
        }
        for (int length = tcpHeader; length <= packet.length; length++) {
            assertThat(decode(LinkType.ETHERNET, Arrays.copyOf(packet, length), packet.length))
                    .isEqualTo(PacketKind.TCP);
            assertThat(segment.length()).isEqualTo(PAYLOAD.length);
        }
    }

    @Test
    void packetThatEndsWithinItsHeaders_isMalformedIfItWasNotCut() {
        assertThat(decode(LinkType.ETHERNET, new byte[10], 10)).isEqualTo(PacketKind.MALFORMED);
    }

    @Test
    void optionsOfIpv4_areSkipped() {
        byte[] packet =
                new PacketBuilder().ipv4Options(new byte[40]).payload(PAYLOAD).build();

        assertThat(decode(LinkType.ETHERNET, packet, packet.length)).isEqualTo(PacketKind.TCP);
        assertThat(payload()).isEqualTo(PAYLOAD);
    }

    @Test
    void extensionsOfIpv6_areSkipped() {
        byte[] extensions = ByteBuffer.allocate(8 + 16 + 8 + 16)
                .put(0, new byte[] {43, 0}) // hop by hop
                .put(8, new byte[] {44, 1}) // routing, 16 bytes
                .put(24, new byte[] {51, 0, 0, 0}) // the only fragment of its packet
                .put(32, new byte[] {6, 2}) // authentication, 16 bytes
                .array();
        byte[] packet = new PacketBuilder()
                .ipv6()
                .extensions(0, extensions)
                .payload(PAYLOAD)
                .build();

        assertThat(decode(LinkType.ETHERNET, packet, packet.length)).isEqualTo(PacketKind.TCP);
        assertThat(payload()).isEqualTo(PAYLOAD);
    }

    @Test
    void fragments_areCountedAsSuch() {
        byte[] first = new PacketBuilder().fragment(0x2000).build();
        byte[] later = new PacketBuilder().fragment(0x0010).build();
        byte[] dontFragment = new PacketBuilder().fragment(0x4000).build();
        byte[] ipv6 = new PacketBuilder()
                .ipv6()
                .extensions(44, new byte[] {6, 0, 0, 1, 0, 0, 0, 0})
                .build();

        assertThat(decode(LinkType.ETHERNET, first, first.length)).isEqualTo(PacketKind.FRAGMENT);
        assertThat(decode(LinkType.ETHERNET, later, later.length)).isEqualTo(PacketKind.FRAGMENT);
        assertThat(decode(LinkType.ETHERNET, dontFragment, dontFragment.length)).isEqualTo(PacketKind.TCP);
        assertThat(decode(LinkType.ETHERNET, ipv6, ipv6.length)).isEqualTo(PacketKind.FRAGMENT);
    }

    @Test
    void otherProtocols_areNoTcp() {
        byte[] udp = new PacketBuilder().protocol(17).build();
        byte[] udp6 = new PacketBuilder().ipv6().protocol(17).build();
        byte[] arp = new byte[60];
        arp[12] = 8;
        arp[13] = 6;

        assertThat(decode(LinkType.ETHERNET, udp, udp.length)).isEqualTo(PacketKind.NOT_TCP);
        assertThat(decode(LinkType.ETHERNET, udp6, udp6.length)).isEqualTo(PacketKind.NOT_TCP);
        assertThat(decode(LinkType.ETHERNET, arp, arp.length)).isEqualTo(PacketKind.NOT_IP);
        assertThat(decode(LinkType.NULL, new byte[60], 60)).isEqualTo(PacketKind.NOT_IP);
        assertThat(decode(LinkType.RAW, new byte[60], 60)).isEqualTo(PacketKind.NOT_IP);
    }

    @Test
    void contradictingHeaders_areMalformed() {
        byte[] shortHeader = new PacketBuilder().payload(PAYLOAD).build();
        shortHeader[14] = 0x44;
        byte[] shortTotal = new PacketBuilder().build();
        shortTotal[17] = 19;
        byte[] noRoomForTcp = new PacketBuilder().build();
        noRoomForTcp[17] = 39;
        byte[] longTcpHeader = new PacketBuilder().build();
        longTcpHeader[14 + 20 + 12] = (byte) 0xF0;

        for (byte[] packet : List.of(shortHeader, shortTotal, noRoomForTcp, longTcpHeader)) {
            assertThat(decode(LinkType.ETHERNET, packet, packet.length)).isEqualTo(PacketKind.MALFORMED);
        }
    }

    private PacketKind decode(LinkType type, byte[] captured, int original) {
        Packet packet = new Packet();
        packet.set(type, 0, 99, original);
        ByteBuffer window = ByteBuffer.allocate(captured.length + 20).put(10, captured);
        packet.show(window, 10, captured.length);
        return PacketDecoder.decode(packet, segment);
    }

    private byte[] payload() {
        byte[] bytes = new byte[segment.payload().remaining()];
        segment.payload().get(bytes);
        return bytes;
    }
}
