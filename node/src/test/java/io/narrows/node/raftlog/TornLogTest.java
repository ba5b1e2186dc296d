package io.narrows.node.raftlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.LogEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests logs whose last write is incomplete, in every way, and damage that no unfinished write explains. */
@Tag("long")
class TornLogTest {
    private static final int PAGE = 4096;

    /** The preallocated zeros that are kept behind the last write; each of many rounds reads them several times. */
    private static final int ZEROS = 8 * PAGE;

    @TempDir
    private Path directory;

    private final Random random = new Random(11);
    private Path file;
    private byte[] before;
    private byte[] after;
    private List<LogEntry> kept;
    private List<LogEntry> lastBatch;

    @BeforeEach
    void writeTwoBatches() throws IOException {
        SegmentedLog log = LogFixture.open(directory);
        kept = LogFixture.batch(random, 1, 1, 5, 3000);
        lastBatch = LogFixture.batch(random, 6, 2, 6, 6000);
        log.appendEntries(kept);
        file = SegmentFiles.of(directory, 1);
        before = Files.readAllBytes(file);
        log.appendEntries(lastBatch);
        log.shutdown();
        after = Files.readAllBytes(file);
    }

    @Test
    void lastWrite_cutAtAnyByte_leavesTheEntriesBefore() throws IOException {
        int end = endOfLastBatch();
        for (int length = endOfKept(); length <= end; length += length < endOfKept() + 100 ? 1 : 211) {
            Files.write(file, Arrays.copyOf(after, length));
            requirePrefixThatGoesOn();
        }
    }

    @Test
    void lastWrite_withPagesMissingInAnyOrder_leavesTheEntriesBefore() throws IOException {
        int start = endOfKept();
        int end = endOfLastBatch();
        for (int round = 0; round < 100; round++) {
            byte[] torn = Arrays.copyOf(after, end + ZEROS);
            for (int page = start / PAGE; page <= end / PAGE; page++) {
                int from = Math.max(start, page * PAGE);
                int to = Math.min(end, (page + 1) * PAGE);
                switch (random.nextInt(3)) {
                    case 0 -> Arrays.fill(torn, from, to, (byte) 0);
                    case 1 -> {
                        byte[] garbage = new byte[to - from];
                        random.nextBytes(garbage);
                        System.arraycopy(garbage, 0, torn, from, garbage.length);
                    }
                    default -> {}
                }
            }
            Files.write(file, torn);
            requirePrefixThatGoesOn();
        }
    }

    @Test
    void firstEntryOfTheLastWrite_tornWhileALaterOneIsIntact_isCutOff() throws IOException {
        byte[] torn = after.clone();
        torn[endOfKept() + 40] ^= 1;
        Files.write(file, torn);

        SegmentedLog log = LogFixture.open(directory);

        assertThat(LogFixture.contents(log)).isEqualTo(LogFixture.texts(kept));
        log.shutdown();
        assertThat(Files.size(file)).as("what followed is gone").isEqualTo(endOfKept());
    }

    @Test
    void damagedEntry_thatALaterWriteFollows_isRefused() throws IOException {
        byte[] damaged = after.clone();
        damaged[50] ^= 1;
        Files.write(file, damaged);

        SegmentedLog log = new SegmentedLog(directory);

        assertThat(log.init(LogFixture.options(null))).isFalse();
        assertThat(log.failure().orElseThrow())
                .isInstanceOf(DamagedLogException.class)
                .hasMessageContaining(
                        file + ": entry 1 at offset 0 is damaged, but entry 6, written later, is intact at offset "
                                + endOfKept())
                .hasMessageContaining("remove this member from the group");
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
    }

    @Test
    void damagedEntry_thatALaterFileFollows_isRefused() throws IOException {
        Files.write(SegmentFiles.of(directory, 12), new byte[0]);
        byte[] damaged = after.clone();
        damaged[endOfLastBatch() - 1] ^= 1;
        Files.write(file, damaged);

        SegmentedLog log = new SegmentedLog(directory);

        assertThat(log.init(LogFixture.options(null))).isFalse();
        assertThat(log.failure().orElseThrow()).hasMessageContaining("but a later log file exists");
    }

    @Test
    void copyOfTheLogInsideAValue_isNotTakenForEntries() throws IOException {
        byte[] records = Arrays.copyOf(after, endOfLastBatch());
        SegmentedLog log = LogFixture.open(directory);
        log.appendEntry(LogFixture.data(12, 2, records));
        log.shutdown();
        byte[] torn = Files.readAllBytes(file);
        torn[endOfLastBatch() + 20] ^= 1;
        Files.write(file, torn);

        log = LogFixture.open(directory);

        assertThat(log.getLastLogIndex()).isEqualTo(11);
        log.shutdown();
    }

    @Test
    void entryDamagedWhileTheLogIsOpen_isNotReturned() throws IOException {
        SegmentedLog log = LogFixture.open(directory);
        byte[] damaged = after.clone();
        damaged[50] ^= 1;
        Files.write(file, damaged);

        assertThat(log.getEntry(1)).isNull();
        assertThat(log.getEntry(6)).isNotNull();
        log.shutdown();
    }

    private void requirePrefixThatGoesOn() {
        SegmentedLog log = LogFixture.open(directory);
        List<String> found = LogFixture.contents(log);
        assertThat(found).startsWith(LogFixture.texts(kept).toArray(String[]::new));
        assertThat(found.subList(kept.size(), found.size()))
                .isEqualTo(LogFixture.texts(lastBatch).subList(0, found.size() - kept.size()));
        LogEntry next = LogFixture.data(log.getLastLogIndex() + 1, 3, new byte[10]);
        assertThat(log.appendEntry(next)).isTrue();
        log.shutdown();

        log = LogFixture.open(directory);
        assertThat(LogFixture.contents(log)).hasSize(found.size() + 1).endsWith(LogFixture.text(next));
        log.shutdown();
    }

    private int endOfKept() {
        return end(before);
    }

    private int endOfLastBatch() {
        return end(after);
    }

    /** Returns the offset after the last record, where the preallocated zeros start. */
    private static int end(byte[] bytes) {
        int position = 0;
        while (position + 8 <= bytes.length && bytes[position] == 'n') {
            int dataLength = ByteBuffer.wrap(bytes).getInt(position + 4);
            position += LogRecord.HEADER_BYTES + dataLength;
        }
        return position;
    }
}
