package io.narrows.estimate.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapFormatTest {
    private static final long TIME = 1_790_000_000_123_456_789L;
    private static final byte[] SMALL = {1, 2, 3};

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void packetsOfBothByteOrdersAndUnits_areRead(boolean bigEndian, boolean nanoseconds) throws IOException {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        byte[] large = new byte[70_000];
        large[69_999] = 7;
        byte[] file = new PcapBuilder(order, nanoseconds, 113, 262_144)
                .packet(TIME, SMALL)
                .packet(TIME + 1_000_000, large)
                .bytes();

        List<Captures.Read> packets = Captures.packets(file);

        long lost = nanoseconds ? 0 : 789;
        assertThat(packets).hasSize(2);
        assertThat(packets.get(0).type()).isEqualTo(LinkType.LINUX_SLL);
        assertThat(packets.get(0).nanos()).isEqualTo(TIME - lost);
        assertThat(packets.get(0).data()).isEqualTo(SMALL);
        assertThat(packets.get(1).nanos()).isEqualTo(TIME + 1_000_000 - lost);
        assertThat(packets.get(1).data()).isEqualTo(large);
    }

    @Test
    void packetCutByTheSnapLength_hasItsOriginalLength() throws IOException {
        byte[] file = new PcapBuilder(ByteOrder.BIG_ENDIAN, true, 1, 96)
                .packet(0, new byte[1500])
                .bytes();

        Captures.Read packet = Captures.packets(file).get(0);

        assertThat(packet.data()).hasSize(96);
        assertThat(packet.originalLength()).isEqualTo(1500);
    }

    @Test
    void fileAndPipe_areReadAlike(@TempDir Path directory) throws IOException {
        byte[] bytes = new PcapBuilder(LinkType.ETHERNET).packet(5, SMALL).bytes();
        Path file = Files.write(directory.resolve("a.pcap"), bytes);

        try (CaptureReader fromFile = CaptureReader.open(file);
                CaptureReader fromPipe = Captures.reader(dribble(bytes))) {
            Packet packet = new Packet();

            assertThat(fromFile.next(packet)).isTrue();
            assertThat(Captures.read(packet).data()).isEqualTo(SMALL);
            assertThat(fromFile.offset()).isEqualTo(bytes.length);
            assertThat(fromFile.next(packet)).isFalse();
            assertThat(fromPipe.next(packet)).isTrue();
            assertThat(Captures.read(packet).data()).isEqualTo(SMALL);
            assertThat(fromPipe.next(packet)).isFalse();
            assertThat(fromPipe.warnings()).isEmpty();
        }
    }

    /** Returns a channel that has one byte at a time. */
    private static ReadableByteChannel dribble(byte[] bytes) {
        return Channels.newChannel(new InputStream() {
            private int at;

            @Override
            public int read() {
                return at < bytes.length ? bytes[at++] & 0xFF : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                int next = read();
                if (next < 0) {
                    return -1;
                }
                target[offset] = (byte) next;
                return 1;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 18})
    void captureThatEndsWithinAPacket_endsBeforeItWithAWarning(int left) throws IOException {
        byte[] whole = new PcapBuilder(LinkType.ETHERNET)
                .packet(0, SMALL)
                .packet(1, SMALL)
                .bytes();
        byte[] cut = Arrays.copyOf(whole, 24 + 19 + left);

        assertThat(Captures.packets(cut)).hasSize(1);
        assertThat(Captures.warnings(cut))
                .containsExactly("test.pcap, offset 43: the file ends within "
                        + (left < 16 ? "a packet's header: expected 16" : "its last packet: expected 19")
                        + " bytes, but only " + left + " are left");
    }

    @Test
    void impossibleLength_isAnErrorWithItsOffset() {
        byte[] file = new PcapBuilder(LinkType.ETHERNET)
                .packet(0, SMALL)
                .packet(1, 1 << 24, 1 << 24, SMALL)
                .bytes();

        assertThatThrownBy(() -> Captures.packets(file))
                .isInstanceOfSatisfying(CaptureException.class, e -> {
                    assertThat(e.file()).isEqualTo("test.pcap");
                    assertThat(e.offset()).isEqualTo(43);
                })
                .hasMessage("test.pcap, offset 43: damaged: a packet with 16777216 captured bytes; expected at most"
                        + " 1048576");
    }

    @Test
    void unknownLinkType_isAnErrorThatListsTheKnownOnes() {
        byte[] file = new PcapBuilder(ByteOrder.LITTLE_ENDIAN, true, 127, 65_535).bytes();

        assertThatThrownBy(() -> Captures.packets(file))
                .isInstanceOf(CaptureException.class)
                .hasMessageStartingWith(
                        "test.pcap, offset 0: link type 127 cannot be read; expected one of BSD loopback (0),"
                                + " Ethernet (1),");
    }

    @Test
    void otherVersion_isAnError() {
        byte[] file = new PcapBuilder(ByteOrder.BIG_ENDIAN, true, 1, 65_535).bytes();
        file[5] = 3;

        assertThatThrownBy(() -> Captures.packets(file))
                .hasMessage("test.pcap, offset 0: pcap of version 3 cannot be read; expected version 2.4");
    }

    @Test
    void filesThatAreNoCapture_areErrors() {
        assertThatThrownBy(() -> Captures.reader("SELECT 1".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CaptureException.class)
                .hasMessage("test.pcap, offset 0: no capture: expected a pcap or pcapng file, but it begins with"
                        + " 0x53454C45");
        assertThatThrownBy(() -> Captures.reader(new byte[] {0x1F, (byte) 0x8B, 8, 0, 0}))
                .hasMessageEndingWith("0x1F8B0800, as gzip does; decompress it first: gunzip -c");
        assertThatThrownBy(() -> Captures.reader(new byte[3]))
                .hasMessageEndingWith("expected a pcap or pcapng file, but there are only 3 bytes");
        assertThatThrownBy(() -> Captures.reader(Arrays.copyOf(new PcapBuilder(LinkType.RAW).bytes(), 23)))
                .hasMessage("test.pcap, offset 0: the file ends within its header: expected 24 bytes, but only 23 are"
                        + " left");
    }

    @Test
    void channelOfAFileThatIsNoCapture_isClosed() {
        ReadableByteChannel channel = Channels.newChannel(InputStream.nullInputStream());

        assertThatThrownBy(() -> CaptureReader.open("-", channel)).hasMessageStartingWith("-, offset 0: no capture");

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void lengthThatTheFileDoesNotHave_isNotAllocated() throws IOException {
        byte[] file = new PcapBuilder(ByteOrder.LITTLE_ENDIAN, true, 1, 16 << 20)
                .packet(0, 16 << 20, 16 << 20, new byte[100])
                .bytes();
        CaptureInput input = new CaptureInput(
                "test.pcap", Channels.newChannel(new ByteArrayInputStream(file)), ByteBuffer.allocate(64));

        assertThat(new PcapFormat(input).next(new Packet())).isFalse();

        assertThat(input.window().capacity()).isLessThanOrEqualTo(256);
    }
}
