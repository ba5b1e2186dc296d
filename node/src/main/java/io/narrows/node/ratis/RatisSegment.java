package io.narrows.node.ratis;

import com.google.protobuf.CodedInputStream;
import io.narrows.node.ratis.file.RatisEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A segment of a Ratis log.
 *
 * <pre>
 *   "RaftLog1", {varint length, entry, CRC-32C of both}…, zeros
 * </pre>
 *
 * @param end index of the last entry of a closed segment; -1 for the open segment
 */
record RatisSegment(Path file, long start, long end) {
    private static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.UTF_8);

    boolean isOpen() {
        return end < 0;
    }

    /**
     * Passes the entries to the consumer, in order. An unfinished last entry of an open segment is skipped.
     *
     * @return the index after the last entry
     * @throws UnconvertibleException if an entry is missing, or is damaged and followed by an intact one
     */
    long read(EntryConsumer consumer) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (!hasHeader(bytes)) {
            return start;
        }
        long next = start;
        int position = HEADER.length;
        while (position < bytes.length && bytes[position] != 0) {
            Frame frame = Frame.at(bytes, position);
            if (frame == null || frame.entry.getIndex() != next) {
                break;
            }
            consumer.accept(frame.entry);
            next++;
            position = frame.end;
        }
        requireUnfinished(bytes, position, next);
        if (!isOpen() && next != end + 1) {
            throw new UnconvertibleException(file, "ends with entry " + (next - 1) + " (expected: " + end + ")");
        }
        return next;
    }

    /** Consumes the entries of a segment. */
    interface EntryConsumer {
        void accept(RatisEntry entry) throws IOException;
    }

    private boolean hasHeader(byte[] bytes) throws IOException {
        if (Arrays.mismatch(bytes, 0, Math.min(bytes.length, HEADER.length), HEADER, 0, HEADER.length) < 0) {
            return true;
        }
        if (isOpen() && isBlank(bytes, Math.min(bytes.length, HEADER.length))) {
            return false;
        }
        throw new UnconvertibleException(file, "does not have the header of a Ratis log segment");
    }

    private void requireUnfinished(byte[] bytes, int position, long next) throws IOException {
        if (isBlank(bytes, position)) {
            return;
        }
        for (int behind = position; behind < bytes.length; behind++) {
            Frame found = bytes[behind] == 0 ? null : Frame.at(bytes, behind);
            if (found != null && found.entry.getIndex() >= next) {
                throw new UnconvertibleException(
                        file,
                        "entry " + next + " at offset " + position + " is damaged, but entry " + found.entry.getIndex()
                                + " is intact at offset " + behind);
            }
        }
        if (!isOpen()) {
            throw new UnconvertibleException(file, "entry " + next + " at offset " + position + " is damaged");
        }
    }

    private static boolean isBlank(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private record Frame(RatisEntry entry, int end) {
        private static final int CHECKSUM_BYTES = 4;
        private static final int MAX_VARINT_BYTES = 5;
        /** An entry starts with its term, which is never 0. */
        private static final byte TERM_TAG = 0x08;

        /** Returns the intact frame at a position, or null. */
        static @Nullable Frame at(byte[] bytes, int position) {
            try {
                CodedInputStream header = CodedInputStream.newInstance(
                        bytes, position, Math.min(MAX_VARINT_BYTES, bytes.length - position));
                int length = header.readRawVarint32();
                int begin = position + header.getTotalBytesRead();
                if (length <= 0 || length > bytes.length - begin - CHECKSUM_BYTES || bytes[begin] != TERM_TAG) {
                    return null;
                }
                CRC32C checksum = new CRC32C();
                checksum.update(bytes, position, begin + length - position);
                if (ByteBuffer.wrap(bytes).getInt(begin + length) != (int) checksum.getValue()) {
                    return null;
                }
                RatisEntry entry = RatisEntry.parser().parseFrom(bytes, begin, length);
                return new Frame(entry, begin + length + CHECKSUM_BYTES);
            } catch (IOException e) {
                return null;
            }
        }
    }
}
