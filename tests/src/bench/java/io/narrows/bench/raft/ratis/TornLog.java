package io.narrows.bench.raft.ratis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Tears the open segment of Ratis' log as a power cut may. */
final class TornLog {
    private static final int HEADER = 8;
    private static final int CHECKSUM = 4;
    /** The first field of an entry, its term. */
    private static final byte FIRST_TAG = 8;

    private TornLog() {}

    /** Leaves what a power cut may leave of an entry: its first page and others of it, but not all. */
    static boolean tear(Path directory, Random random) throws IOException {
        Optional<Path> open = openSegment(directory);
        if (open.isEmpty()) {
            return false;
        }
        int end = validEnd(Files.readAllBytes(open.get()));
        int length = 1000 + random.nextInt(200_000);
        byte[] entry = new byte[length];
        random.nextBytes(entry);
        entry[0] = FIRST_TAG;
        ByteBuffer torn = ByteBuffer.allocate(length + 9);
        for (int left = length; ; left >>>= 7) {
            torn.put((byte) (left < 128 ? left : left & 127 | 128));
            if (left < 128) {
                break;
            }
        }
        torn.put(entry).putInt(random.nextInt());
        byte[] pages = torn.array();
        for (int page = 4096 - end % 4096; page < pages.length; page += 4096) {
            if (random.nextBoolean()) {
                for (int i = page; i < Math.min(pages.length, page + 4096); i++) {
                    pages[i] = 0;
                }
            }
        }
        try (FileChannel file = FileChannel.open(open.get(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(pages), end);
        }
        return true;
    }

    private static Optional<Path> openSegment(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_inprogress_"))
                    .findAny();
        }
    }

    private static int validEnd(byte[] bytes) {
        int position = Math.min(HEADER, bytes.length);
        for (int next; (next = endOfEntry(bytes, position)) > 0; ) {
            position = next;
        }
        return position;
    }

    /** 0 where no entry begins. */
    private static int endOfEntry(byte[] bytes, int begin) {
        long length = 0;
        int at = begin;
        for (int shift = 0; ; shift += 7) {
            if (at >= bytes.length || shift > 28) {
                return 0;
            }
            byte next = bytes[at++];
            length |= (long) (next & 127) << shift;
            if (next >= 0) {
                break;
            }
        }
        if (length == 0 || at + length + CHECKSUM > bytes.length || bytes[at] != FIRST_TAG) {
            return 0;
        }
        int end = at + (int) length;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, begin, end - begin);
        return ByteBuffer.wrap(bytes, end, CHECKSUM).getInt() == (int) checksum.getValue() ? end + CHECKSUM : 0;
    }
}
