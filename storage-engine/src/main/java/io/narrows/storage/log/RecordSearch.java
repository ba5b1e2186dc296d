package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Looks for a record behind a damaged place. A length that is wrong hides where the next one begins, so each byte is
 * tried; a checksum that matches by chance is one in 2^32.
 */
final class RecordSearch {
    private final InterruptSafeFile file;
    private final int number;

    /** @param number the lower half of the log's number, for headers that have one */
    RecordSearch(InterruptSafeFile file, int number) {
        this.file = file;
        this.number = number;
    }

    /** Whether an intact record of this log begins at {@code from} or behind it. */
    boolean findsAfter(long from) throws IOException {
        long size = file.size();
        byte[] block = new byte[RecordHeader.BLOCK];
        long start = from - from % RecordHeader.BLOCK;
        for (int at = (int) (from - start); start < size; start += RecordHeader.BLOCK, at = 0) {
            int limit = file.read(ByteBuffer.wrap(block), start);
            if (finds(block, at, limit)) {
                return true;
            }
        }
        return false;
    }

    private boolean finds(byte[] block, int from, int limit) {
        for (int at = from; at + RecordHeader.LENGTH <= limit; at++) {
            if (!RecordType.begins(block[at + RecordHeader.TYPE_AT] & 0xff)) {
                continue;
            }
            RecordHeader header = RecordHeader.at(block, at, limit);
            boolean fits = at + header.wholeSize() <= limit;
            if (fits && header.isOf(number) && header.isIntact(block, at)) {
                return true;
            }
        }
        return false;
    }
}
