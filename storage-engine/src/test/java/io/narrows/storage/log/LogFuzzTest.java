package io.narrows.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Jazzer targets for logs. As plain tests they run the stored corpus, in
 * {@code src/test/resources/io/narrows/storage/log/LogFuzzTestInputs}; {@code bin/soak fuzz} searches for more.
 *
 * <p>A log with any content is either rejected by {@link CorruptLogException} or {@link UnsupportedLogException}, or read to
 * an end.
 */
class LogFuzzTest {
    private static final int NUMBER = 9;
    private static final Path FILE = temporary();

    /** The input is the file. */
    @FuzzTest
    void bytes(byte[] input) throws IOException {
        readOrRefuse(input);
    }

    /** The input is fragments with correct checksums: type, length in two bytes, payload. */
    @FuzzTest
    void fragments(byte[] input) throws IOException {
        LogBytes log = new LogBytes();
        ByteBuffer parts = ByteBuffer.wrap(input);
        while (parts.remaining() > 3) {
            int type = parts.get() & 0xff;
            byte[] payload = new byte[Math.min(parts.getShort() & 0x7fff, parts.remaining())];
            parts.get(payload);
            if (RecordType.isRecyclable(type)) {
                log.fragment(type, NUMBER, payload);
            } else {
                log.fragment(type, payload);
            }
        }
        readOrRefuse(log.bytes());
    }

    /** The input is written as records, split as its bytes say, and read back. */
    @FuzzTest
    void records(byte[] input) throws IOException {
        Files.deleteIfExists(FILE);
        ByteBuffer parts = ByteBuffer.wrap(input);
        try (LogWriter writer = LogWriter.create(FILE)) {
            while (parts.remaining() > 2) {
                byte[] record = record(parts);
                writer.add(record, 0, record.length);
            }
        }
        parts.rewind();
        try (LogReader reader = LogReader.open(FILE, NUMBER)) {
            while (parts.remaining() > 2) {
                assertThat(reader.next()).isEqualTo(Slice.of(record(parts)));
            }
            assertThat(reader.next()).isNull();
            assertThat(reader.tail().kind()).isEqualTo(Tail.Kind.CLEAN);
        }
    }

    private static byte[] record(ByteBuffer parts) {
        byte[] record = new byte[parts.getShort() & 0xffff];
        Arrays.fill(record, parts.get());
        return record;
    }

    private static void readOrRefuse(byte[] log) throws IOException {
        Files.write(FILE, log);
        try (LogReader reader = LogReader.open(FILE, NUMBER)) {
            while (reader.next() != null) {
                assertThat(reader.recordOffset()).isLessThan(log.length);
            }
            assertThat(reader.tail().tornAt() + reader.tail().droppedBytes()).isEqualTo(log.length);
        } catch (CorruptLogException | UnsupportedLogException refused) {
            assertThat(refused).hasMessageStartingWith(FILE + ": offset ").hasMessageNotContaining("null");
        }
    }

    private static Path temporary() {
        try {
            Path file = Files.createTempFile("narrows-log-fuzz", ".log");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
