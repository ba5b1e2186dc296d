package io.narrows.estimate.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngFormatTest {
    private static final byte[] BYTES = {1, 2, 3, 4, 5};

    @Test
    void sectionsOfBothByteOrders_withTwoInterfacesEach_areRead() throws IOException {
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.BIG_ENDIAN)
                .device(1, 65_535)
                .device(113, 96, "any", 9, 10)
                .enhanced(0, 1_000_001, BYTES)
                .block(5, new byte[20]) // statistics
                .enhanced(1, 7, BYTES, 1400)
                .block(0x0BAD_0BAD, new byte[4])
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(101, 0)
                .device(276, 0)
                .obsolete(1, 1_000_002, BYTES)
                .simple(BYTES, 900)
                .bytes();

        List<Captures.Read> packets = Captures.packets(file);

        assertThat(packets)
                .extracting(Captures.Read::type)
                .containsExactly(LinkType.ETHERNET, LinkType.LINUX_SLL, LinkType.LINUX_SLL2, LinkType.RAW);
        assertThat(packets)
                .extracting(Captures.Read::nanos)
                .containsExactly(1_000_001_000L, 10_000_000_007L, 1_000_002_000L, 1_000_002_000L);
        assertThat(packets).extracting(Captures.Read::originalLength).containsExactly(5L, 1400L, 5L, 900L);
        assertThat(packets.subList(0, 3))
                .allSatisfy(packet -> assertThat(packet.data()).isEqualTo(BYTES));
        assertThat(packets.get(3).data()).startsWith(BYTES);
    }

    @Test
    void simplePacket_endsAtTheSnapLength() throws IOException {
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(1, 5)
                .simple(BYTES, 900)
                .bytes();

        assertThat(Captures.packets(file).get(0).data()).isEqualTo(BYTES);
    }

    @ParameterizedTest
    @CsvSource({
        "0x00, 3, 3000000000",
        "0x03, 1234, 1234000000",
        "0x06, -1, 9223372036854775807",
        "0x09, 5, 5",
        "0x0C, 1999, 1",
        "0x7F, -1, 0",
        "0x80, 2, 2000000000",
        "0x8A, 1536, 1500000000",
        "0xA0, 6442450944, 1500000000",
        "0xC0, -9223372036854775808, 500000000",
        "0xFF, -1, 0"
    })
    void timesOfEachResolution_areNanoseconds(String option, long timestamp, long nanos) {
        TimeResolution resolution = TimeResolution.of(Integer.decode(option), 0);

        assertThat(resolution.nanos(timestamp)).isEqualTo(nanos);
    }

    @Test
    void offsetsOfTimes_areAdded_andStayWithinALong() {
        assertThat(TimeResolution.of(6, -2).nanos(5_000_000)).isEqualTo(3_000_000_000L);
        assertThat(TimeResolution.of(6, Long.MAX_VALUE).nanos(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(TimeResolution.of(6, Long.MIN_VALUE).nanos(0)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void packetsOfAnUnreadableInterface_areSkippedWithOneWarning() throws IOException {
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(220, 0, "usbmon0", 6, 0)
                .device(1, 0)
                .enhanced(0, 1, BYTES)
                .enhanced(0, 2, BYTES)
                .enhanced(1, 3, BYTES)
                .bytes();

        assertThat(Captures.packets(file)).hasSize(1);
        assertThat(Captures.warnings(file))
                .singleElement()
                .asString()
                .contains("packets of interface usbmon0 are skipped: link type 220 cannot be read");
    }

    @Test
    void fileWithUnreadableInterfacesOnly_isAnError() {
        byte[] file = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(220, 0)
                .simple(BYTES, 5)
                .bytes();

        assertThatThrownBy(() -> Captures.packets(file))
                .isInstanceOf(CaptureException.class)
                .hasMessageContaining("no packet could be read: packets of interface 0 are skipped: link type 220");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 30})
    void fileThatEndsWithinABlock_endsBeforeItWithAWarning(int left) throws IOException {
        PcapngBuilder builder = new PcapngBuilder()
                .section(ByteOrder.LITTLE_ENDIAN)
                .device(1, 0)
                .enhanced(0, 1, BYTES);
        int before = builder.bytes().length;
        byte[] cut = Arrays.copyOf(builder.enhanced(0, 2, BYTES).bytes(), before + left);

        assertThat(Captures.packets(cut)).hasSize(1);
        assertThat(Captures.warnings(cut))
                .singleElement()
                .asString()
                .startsWith("test.pcap, offset " + before + ": the file ends within a block");
    }

    @Test
    void fileThatEndsWithinASectionHeader_isAWarning() throws IOException {
        PcapngBuilder builder =
                new PcapngBuilder().section(ByteOrder.BIG_ENDIAN).device(1, 0);
        int before = builder.bytes().length;
        byte[] cut = Arrays.copyOf(builder.section(ByteOrder.BIG_ENDIAN).bytes(), before + 10);

        assertThat(Captures.warnings(cut)).singleElement().asString().contains("within a block's header");
    }

    @Test
    void damagedBlocks_areErrorsWithTheirOffset() {
        PcapngBuilder start = new PcapngBuilder().section(ByteOrder.BIG_ENDIAN).device(1, 0);
        int at = start.bytes().length;
        byte[] file = start.enhanced(0, 1, BYTES).bytes();

        assertDamaged(withInt(file, at + 4, 17 << 20), at, "block of type 6 with a length of 17825792");
        assertDamaged(withInt(file, at + 4, 13), at, "with a length of 13; expected a multiple of 4");
        assertDamaged(withInt(file, at + 8, 1), at, "a packet of interface 1, but the section has 1");
        assertDamaged(withInt(file, at + 20, 40), at, "a packet with 40 captured bytes in a block with room for 16");
        assertDamaged(withInt(file, file.length - 4, 52), at, "lengths at its ends differ: 48 and 52");
        assertDamaged(withInt(file, 8, 0x1A2B3C4E), 0, "byte-order magic 0x1A2B3C4E; expected 0x1A2B3C4D");
        assertDamaged(withInt(file, 12, 0x00020000), 0, "pcapng of version 2 cannot be read; expected version 1");
    }

    private static void assertDamaged(byte[] file, int offset, String problem) {
        assertThatThrownBy(() -> Captures.packets(file))
                .isInstanceOf(CaptureException.class)
                .hasMessageStartingWith("test.pcap, offset " + offset + ": ")
                .hasMessageContaining(problem);
    }

    private static byte[] withInt(byte[] file, int at, int value) {
        byte[] changed = file.clone();
        ByteBuffer.wrap(changed).putInt(at, value);
        return changed;
    }
}
