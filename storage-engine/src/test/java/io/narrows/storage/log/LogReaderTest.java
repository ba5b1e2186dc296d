package io.narrows.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intact logs, of every kind that RocksDB writes. */
class LogReaderTest {
    private static final int BLOCK = 32768;
    private static final byte[] ONE = "one".getBytes();
    private static final byte[] TWO = "two".getBytes();

    @TempDir
    Path folder;

    @Test
    void recordsOfAnyLength_comeBack() throws IOException {
        long seed = Seed.of(LogReaderTest.class);
        Random random = new Random(seed);
        int[] lengths = random.ints(300, 0, 5)
                .map(kind -> random.nextInt(1 << kind * 4 + 1))
                .toArray();
        List<Slice> records = Records.ofLengths(random, lengths);

        Records.log(file(), records);

        assertThat(LogContent.of(file(), 0).records()).isEqualTo(records);
    }

    @Test
    void recordThatEndsAnywhereNearABlocksEnd_comesBack() throws IOException {
        for (int left = 0; left < 30; left++) {
            List<Slice> records = Records.ofLengths(new Random(left), BLOCK - 7 - left, 40, 0, BLOCK);

            Records.log(file(), records);

            assertThat(LogContent.of(file(), 0).records()).as("%d left", left).isEqualTo(records);
        }
    }

    @Test
    void offset_isWhereTheLastRecordBegan() throws IOException {
        Records.log(file(), Records.ofLengths(new Random(1), 10, BLOCK, 20));

        try (LogReader reader = LogReader.open(file(), 0)) {
            reader.next();
            assertThat(reader.recordOffset()).isZero();
            reader.next();
            assertThat(reader.recordOffset()).isEqualTo(17);
            reader.next();
            assertThat(reader.recordOffset()).isEqualTo(17 + BLOCK + 2 * 7);
        }
    }

    @Test
    void emptyFile_endsCleanly() throws IOException {
        assertThat(read(0, new LogBytes())).isEqualTo(new LogContent(List.of(), Tail.clean(0), null));
    }

    @Test
    void zerosBehindTheLastRecord_areTheEnd() throws IOException {
        for (int zeros : new int[] {1, 6, 7, 11, 4096, BLOCK, 3 * BLOCK}) {
            LogContent content = read(0, new LogBytes().fragment(1, ONE).zeros(zeros));

            assertThat(content.records()).containsExactly(Slice.of(ONE));
            assertThat(content.tail()).isEqualTo(new Tail(Tail.Kind.ZEROS, 10, zeros));
        }
    }

    @Test
    void firstFragmentWithoutBytes_mayBeginAgain() throws IOException {
        LogContent content = read(0, new LogBytes().fragment(2, new byte[0]).fragment(1, ONE));

        assertThat(content.records()).containsExactly(Slice.of(ONE));
    }

    /** The block ends with fewer zeros than a header with number takes, but at least as many as one without. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 8, 9, 10, 11, 12})
    void fileForUseAgain_mayEndABlockWithZeros(int left) throws IOException {
        byte[] filling = new byte[BLOCK - 11 - left];
        Arrays.fill(filling, (byte) 'f');

        LogContent content =
                read(5, new LogBytes().recyclable(5, filling).recyclable(5, ONE).recyclable(5, TWO));

        assertThat(content.records()).containsExactly(Slice.of(filling), Slice.of(ONE), Slice.of(TWO));
        assertThat(content.tail().kind()).isEqualTo(Tail.Kind.CLEAN);
    }

    @Test
    void recordOfAnOlderLog_isTheEnd() throws IOException {
        LogBytes log = new LogBytes().recyclable(5, ONE).recyclable(3, TWO).recyclable(5, TWO);

        assertThat(read(5, log).records()).containsExactly(Slice.of(ONE));
    }

    @Test
    void restOfAnOlderRecord_isTheEnd() throws IOException {
        byte[] rest =
                Arrays.copyOfRange(new LogBytes().recyclable(3, new byte[100]).bytes(), 14, 111);

        LogContent content = read(5, new LogBytes().recyclable(5, ONE).raw(rest).recyclable(3, TWO));

        assertThat(content.records()).containsExactly(Slice.of(ONE));
        assertThat(content.tail().kind()).isEqualTo(Tail.Kind.CLEAN);
    }

    @Test
    void numberOfALog_isItsLowerHalf() throws IOException {
        LogContent content = read(0x1_0000_0005L, new LogBytes().recyclable(5, ONE));

        assertThat(content.records()).containsExactly(Slice.of(ONE));
    }

    @Test
    void predecessor_isReported() throws IOException {
        byte[] told = LogBytes.little(24).putLong(4).putLong(1234).putLong(99).array();
        Files.write(file(), new LogBytes().fragment(130, told).fragment(1, ONE).bytes());

        try (LogReader reader = LogReader.open(file(), 5)) {
            assertThat(reader.next()).isEqualTo(Slice.of(ONE));
            assertThat(reader.predecessor()).contains(new Predecessor(4, 1234, 99));
        }
    }

    @Test
    void fragmentOfAnUnknownType_thatMayBeIgnored_is() throws IOException {
        LogContent content = read(0, new LogBytes().fragment(200, TWO).fragment(1, ONE));

        assertThat(content.records()).containsExactly(Slice.of(ONE));
    }

    @Test
    void fragmentOfAnUnknownType_isRefused() throws IOException {
        LogContent content = read(0, new LogBytes().fragment(1, ONE).fragment(77, TWO));

        assertThat(content.damage())
                .hasMessage(file() + ": offset 10: a record of unknown type 77, and no intact record behind it");
    }

    @Test
    void compressedRecords_comeBack() throws IOException {
        byte[] large = new byte[3 * BLOCK];
        LogBytes log = new LogBytes().fragment(9, new byte[] {7, 0, 0, 0});
        log.recyclable(5, zstd(ONE)).recyclable(5, zstd(large));

        assertThat(read(5, log).records()).containsExactly(Slice.of(ONE), Slice.of(large));
    }

    private static byte[] zstd(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZstdOutputStream stream = new ZstdOutputStream(out)) {
            stream.write(content);
        }
        return out.toByteArray();
    }

    @Test
    void compressedRecord_thatDoesNotDecompress_isDamage() throws IOException {
        LogContent content =
                read(0, new LogBytes().fragment(9, new byte[] {7, 0, 0, 0}).fragment(1, ONE));

        assertThat(content.damage()).hasMessageContaining("offset 11: a record that cannot be decompressed: ");
    }

    @Test
    void otherCompression_isRefusedByName() throws IOException {
        Files.write(file(), new LogBytes().fragment(9, new byte[] {4, 0, 0, 0}).bytes());

        assertThatThrownBy(() -> LogContent.of(file(), 0))
                .isInstanceOf(UnsupportedLogException.class)
                .hasMessage(file() + ": offset 0: a log compressed with type 4 (not supported)");
    }

    @Test
    void userTimestamps_areRefusedByName() throws IOException {
        Files.write(
                file(),
                new LogBytes().fragment(10, new byte[] {1, 0, 0, 0, 8, 0}).bytes());

        assertThatThrownBy(() -> LogContent.of(file(), 0))
                .isInstanceOf(UnsupportedLogException.class)
                .hasMessage(file() + ": offset 0: user timestamps (not supported)");
    }

    @Test
    void interruptedThread_readsAllTheSame() throws IOException {
        List<Slice> records = Records.ofLengths(new Random(1), BLOCK, BLOCK, BLOCK);
        Records.log(file(), records);

        Thread.currentThread().interrupt();
        LogContent content = LogContent.of(file(), 0);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(content.records()).isEqualTo(records);
    }

    private LogContent read(long number, LogBytes log) throws IOException {
        return LogContent.of(file(), number, log.bytes());
    }

    private Path file() {
        return folder.resolve("000005.log");
    }
}
