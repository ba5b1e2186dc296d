package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Contents;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures of a writer. */
class TableWriterTest {
    private static final Codecs CODECS = Codecs.load();
    private static final TableOptions PLAIN = TableOptions.DEFAULT.withCompression(CodecSpec.of(Codec.NONE));

    /** More than the writer buffers before writing to the file. */
    private static final Slice LARGE = Slice.of(new byte[1 << 20]);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("table.sst");
    }

    @Test
    void create_thatFails_leavesNothing() {
        assertThatNullPointerException().isThrownBy(() -> TableWriter.create(file, PLAIN, null));

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void close_withoutFinish_leavesNothing() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            writer.put(Slice.of("a"), LARGE);
        }

        assertThat(folder).isEmptyDirectory();
    }

    /** An interrupt closes the channel during a write. */
    @Test
    void close_afterFailure_leavesNothing() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            fail(writer);
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void failedWriter_refusesToGoOn() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            fail(writer);

            String message = "the writer has failed and can only be closed";
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.put(Slice.of("z"), Slice.EMPTY))
                    .withMessage(message);
            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.deleteRange(Slice.of("a"), Slice.of("b"), 0))
                    .withMessage(message);
            assertThatIllegalStateException().isThrownBy(writer::finish).withMessage(message);
        }
    }

    @Test
    void finishedWriter_refusesToGoOn() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            writer.put(Slice.of("a"), Slice.EMPTY);
            writer.finish();

            assertThatIllegalStateException()
                    .isThrownBy(() -> writer.put(Slice.of("b"), Slice.EMPTY))
                    .withMessage("the writer is closed");
            assertThatIllegalStateException().isThrownBy(writer::finish).withMessage("the writer is closed");
        }
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void refusedEntries_leaveWriterAsItWas() throws IOException {
        byte[] three = {'b', 'c', 'd'};
        try (TableWriter writer = TableWriter.create(file, PLAIN.withIngestion(true), CODECS)) {
            writer.put(Slice.of("b"), Slice.of("1"));

            assertThatIllegalArgumentException().isThrownBy(() -> writer.put(Slice.of("a"), Slice.EMPTY));
            assertThatIllegalArgumentException().isThrownBy(() -> writer.put(Slice.of("b"), Slice.EMPTY));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.add(Slice.of("c"), 1, EntryType.PUT, Slice.EMPTY));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.add(Slice.of("c"), 0, EntryType.RANGE_DELETE, Slice.EMPTY));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> writer.add(three, 0, 4, 0, EntryType.PUT, three, 0, 3));
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> writer.add(three, 1, 1, 0, EntryType.PUT, three, 0, 4));
            writer.put(Slice.of("c"), Slice.of("2"));
            writer.finish();
        }

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            reader.verify();
            assertThat(Contents.of(reader).rows())
                    .extracting(row -> row.key() + "=" + row.value())
                    .containsExactly("62=31", "63=32");
        }
    }

    @Test
    void deleteRange_sequenceOutOfRange_isRefusedAtOnce() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            assertThatIllegalArgumentException().isThrownBy(() -> writer.deleteRange(Slice.of("a"), Slice.of("b"), -1));
            writer.deleteRange(Slice.of("a"), Slice.of("b"), 1);

            assertThat(writer.finish().rangeDeletions()).isEqualTo(1);
        }
    }

    @Test
    void entries_areTheSameOnceItIsFinished() throws IOException {
        try (TableWriter writer = TableWriter.create(file, PLAIN, CODECS)) {
            writer.put(Slice.of("a"), Slice.EMPTY);
            writer.deleteRange(Slice.of("a"), Slice.of("b"), 1);
            assertThat(writer.entries()).isEqualTo(2);

            writer.finish();

            assertThat(writer.entries()).isEqualTo(2);
        }
    }

    private static void fail(TableWriter writer) throws IOException {
        writer.put(Slice.of("a"), LARGE);
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(ClosedByInterruptException.class)
                    .isThrownBy(() -> writer.put(Slice.of("b"), LARGE));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
