package io.narrows.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For any damage to a log, each returned record was written, and each loss is reported. */
@Tag("long")
class DamagedLogTest {
    private static final int BLOCK = 32768;
    private static final int[] SMALL = {20, 0, 1, 300, 12, 45};
    private static final Random RANDOM = new Random(7);

    @TempDir
    Path folder;

    @Test
    void logThatIsCutOffAnywhere_givesWhatIsWhole() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, SMALL);
        byte[] log = Records.log(file(), records);

        for (int length = 0; length <= log.length; length++) {
            assertCutOff(Arrays.copyOf(log, length), records);
        }
    }

    @Test
    void logOfManyBlocksThatIsCutOff_givesWhatIsWhole() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, 100, BLOCK, 50, 2 * BLOCK, 70);
        byte[] log = Records.log(file(), records);

        for (int length = 0;
                length <= log.length;
                length += length % BLOCK < 20 || length % BLOCK > BLOCK - 20 ? 1 : 211) {
            assertCutOff(Arrays.copyOf(log, length), records);
        }
    }

    private void assertCutOff(byte[] log, List<Slice> records) throws IOException {
        LogContent content = LogContent.of(file(), 0, log);

        int count = content.records().size();
        long end = size(records.subList(0, count));
        assertThat(content.damage()).as("cut off at %d", log.length).isNull();
        assertThat(content.records()).isEqualTo(records.subList(0, count));
        assertThat(count == records.size() || log.length < size(records.subList(0, count + 1)))
                .isTrue();
        assertThat(content.tail().isTorn()).as("cut off at %d", log.length).isEqualTo(log.length > end);
        if (content.tail().isTorn()) {
            assertThat(content.tail().droppedBytes())
                    .isEqualTo(log.length - content.tail().tornAt());
        }
    }

    /** Returns the size of records in a log; none of them ends within a header's length of a block's end. */
    private static long size(List<Slice> records) {
        long at = 0;
        for (Slice record : records) {
            int rest = record.length();
            do {
                int part = Math.min(rest, (int) (BLOCK - at % BLOCK) - 7);
                at += 7 + part;
                rest -= part;
            } while (rest > 0);
        }
        return at;
    }

    @Test
    void anyFlippedBit_isFound() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, SMALL);

        assertFlipsAreFound(Records.log(file(), records), 0, records);
    }

    @Test
    void anyFlippedBit_ofAFileForUseAgain_isFound() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, SMALL);
        LogBytes log = new LogBytes();
        records.forEach(record -> log.recyclable(9, record.toByteArray()));

        assertFlipsAreFound(log.bytes(), 9, records);
    }

    private void assertFlipsAreFound(byte[] log, long number, List<Slice> records) throws IOException {
        for (int bit = 0; bit < 8 * log.length; bit++) {
            byte[] flipped = log.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);

            LogContent content = LogContent.of(file(), number, flipped);

            assertThat(content.damage()).as("bit %d", bit).isNotNull();
            assertThat(content.records())
                    .isEqualTo(records.subList(0, content.records().size()));
            boolean last = content.records().size() == records.size() - 1;
            assertThat(content.damage().validRecordFollows()).as("bit %d", bit).isEqualTo(!last);
            assertThat(content.damage().offset()).isLessThanOrEqualTo(bit / 8);
        }
    }

    @Test
    void flippedBitInOneOfManyBlocks_isFound() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, 3 * BLOCK, 10, BLOCK, 10);
        byte[] log = Records.log(file(), records);

        for (int at = 0; at < log.length; at += 499) {
            byte[] flipped = log.clone();
            flipped[at] ^= 0x10;

            LogContent content = LogContent.of(file(), 0, flipped);

            assertThat(content.damage()).as("byte %d", at).isNotNull();
            assertThat(content.records())
                    .isEqualTo(records.subList(0, content.records().size()));
        }
    }

    /** The state after a file system has extended the file, but not yet written one of its pages. */
    @Test
    void zerosBetweenRecords_areDamage() throws IOException {
        List<Slice> records = Records.ofLengths(RANDOM, 40_000, 100, 100, 40_000, 100);
        byte[] log = Records.log(file(), records);
        Arrays.fill(log, 36_864, 40_960, (byte) 0);

        LogContent content = LogContent.of(file(), 0, log);

        assertThat(content.records()).isEmpty();
        assertThat(content.damage().validRecordFollows()).isTrue();
    }

    @Test
    void blockOfZerosBetweenRecords_isDamage() throws IOException {
        LogBytes log =
                new LogBytes().fragment(1, new byte[] {1}).zeros(2 * BLOCK - 8).fragment(1, new byte[] {2});

        LogContent content = LogContent.of(file(), 0, log.bytes());

        assertThat(content.damage())
                .hasMessage(file() + ": offset 8: zeros where a record should be, and intact records behind it");
    }

    @Test
    void junkBehindTheLastRecord_isDamageThatNothingFollows() throws IOException {
        byte[] junk = new byte[64];
        Arrays.fill(junk, (byte) 0xee);

        LogContent content = LogContent.of(
                file(), 0, new LogBytes().fragment(1, new byte[3]).raw(junk).bytes());

        assertThat(content.damage().offset()).isEqualTo(10);
        assertThat(content.damage().validRecordFollows()).isFalse();
    }

    @Test
    void recordWithoutItsEnd_isDamage() throws IOException {
        LogBytes log = new LogBytes().fragment(2, new byte[3]).fragment(1, new byte[3]);

        LogContent content = LogContent.of(file(), 0, log.bytes());

        assertThat(content.damage())
                .hasMessage(file() + ": offset 0: a record without its last fragment, and intact records behind it");
    }

    @Test
    void recordWithoutItsBeginning_isDamage() throws IOException {
        LogBytes log = new LogBytes().fragment(3, new byte[3]).fragment(4, new byte[3]);

        LogContent content = LogContent.of(file(), 0, log.bytes());

        assertThat(content.damage())
                .hasMessage(file() + ": offset 0: a record without its first fragment, and no intact record behind it");
    }

    @Test
    void damage_isReportedAgain() throws IOException {
        byte[] log = new LogBytes().fragment(1, new byte[3]).bytes();
        log[8] ^= 1;
        Files.write(file(), log);

        try (LogReader reader = LogReader.open(file(), 0)) {
            CorruptLogException first = catchThrowableOfType(CorruptLogException.class, reader::next);

            assertThat(first).isNotNull();
            assertThatThrownBy(reader::next).isSameAs(first);
        }
    }

    private Path file() {
        return folder.resolve("000009.log");
    }
}
