package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Searches for a record after damage. A wrong length hides the start of the next one, so every byte is tried; a checksum
 * matches by chance once in 2^32.
 */
final class RecordSearch {
    private final InterruptSafeFile file;
    private final int number;

    /** @param number the lower half of the log's number, for headers that have one */
    RecordSearch(InterruptSafeFile file, int number) {
        this.file = file;
        this.number = number;
    }

    /** Returns whether an intact record of this log begins at or after {@code from}. */
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
