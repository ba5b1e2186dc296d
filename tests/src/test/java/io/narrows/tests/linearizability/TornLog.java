package io.narrows.tests.linearizability;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The end of a Raft log after a power cut during the write of a record: the last record is followed by bytes of an
 * unacknowledged one. The layout of a record is that of {@code io.narrows.node.raftlog.LogRecord}.
 */
final class TornLog {
    private static final int MAGIC = 0x6e4c6731;
    private static final int HEADER_BYTES = 33;
    private static final int LENGTH_OFFSET = 4;
    private static final int MOST_BYTES = 8_192;

    private TornLog() {}

    /**
     * Tears the log of a stopped member. Does nothing if the member has no such log.
     *
     * @param data directory of the member
     * @return whether there was a log
     */
    static boolean tear(Path data, SplittableRandom random) throws IOException {
        Path directory = data.resolve("replica").resolve("log");
        Optional<Path> last = last(directory);
        if (last.isEmpty()) {
            return false;
        }
        try (RandomAccessFile log = new RandomAccessFile(last.get().toFile(), "rw")) {
            long end = end(log);
            switch (random.nextInt(3)) {
                case 0 -> log.setLength(end);
                case 1 -> write(log, end, garbage(random));
                default -> write(log, end, beginningOfRecord(random));
            }
        }
        return true;
    }

    private static Optional<Path> last(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".log"))
                    .max(Comparator.naturalOrder());
        }
    }

    /** Returns the offset after the last record. */
    private static long end(RandomAccessFile log) throws IOException {
        long position = 0;
        while (position + HEADER_BYTES <= log.length()) {
            log.seek(position);
            if (log.readInt() != MAGIC) {
                break;
            }
            log.seek(position + LENGTH_OFFSET);
            int dataLength = log.readInt();
            if (dataLength < 0 || position + HEADER_BYTES + dataLength > log.length()) {
                break; // torn before
            }
            position += HEADER_BYTES + dataLength;
        }
        return position;
    }

    /** Overwrites bytes, but keeps what follows them in the file, like a page that was not written. */
    private static void write(RandomAccessFile log, long position, byte[] bytes) throws IOException {
        log.seek(position);
        log.write(bytes);
    }

    private static byte[] garbage(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(MOST_BYTES)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a header that announces more bytes than follow, and zeros for the missing pages. */
    private static byte[] beginningOfRecord(SplittableRandom random) {
        byte[] bytes = garbage(random);
        if (bytes.length < HEADER_BYTES) {
            bytes = Arrays.copyOf(bytes, HEADER_BYTES);
        }
        ByteBuffer.wrap(bytes).putInt(MAGIC).putInt(2 * bytes.length);
        Arrays.fill(bytes, HEADER_BYTES + (bytes.length - HEADER_BYTES) / 2, bytes.length, (byte) 0);
        return bytes;
    }
}
