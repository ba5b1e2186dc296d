package io.narrows.middleware.codec;

import io.narrows.codec.Lz4Expander;
import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import java.util.Arrays;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Decodes LZ4 frames one at a time; supports the whole format except dictionaries. The buffers grow with the compressed
 * bytes read, not with the block size that the header allows. Not thread-safe.
 */
final class Lz4Decoding {
    private static final int KEPT_ROOM = 512 * 1024;
    private static final String BLOCK = "a block";

    private final XXHash32 checksum = XXHashFactory.safeInstance().hash32();
    private final StreamingXXHash32 contentChecksum =
            XXHashFactory.safeInstance().newStreamingHash32(0);

    /** Decoded content that blocks may refer to, followed by the block being decoded. */
    private byte[] window = new byte[0];

    private int history;

    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        int magic = message.le32("the header");
        while (true) {
            if (magic == Lz4Descriptor.MAGIC) {
                frame(message, decoded);
            } else if ((magic & Lz4Descriptor.SKIPPABLE_MASK) == Lz4Descriptor.FIRST_SKIPPABLE) {
                message.skip(Integer.toUnsignedLong(message.le32("the header")), "a skippable frame");
            } else {
                throw new MalformedDataException("not an LZ4 frame");
            }
            int first = message.next();
            if (first < 0) {
                return;
            }
            magic = first
                    | message.u8("the header") << 8
                    | message.u8("the header") << 16
                    | message.u8("the header") << 24;
        }
    }

    private void frame(CompressedMessage message, DecodedMessage decoded) throws IOException {
        Lz4FrameHeader header = Lz4FrameHeader.read(message, checksum);
        if (header.contentSize() > 0) {
            decoded.require(header.contentSize());
        }
        int before = decoded.length();
        contentChecksum.reset();
        history = 0;
        for (int word = message.le32(BLOCK); word != Lz4Descriptor.END; word = message.le32(BLOCK)) {
            block(word, header, message, decoded);
        }
        if (header.contentChecksum() && message.le32("the checksum") != contentChecksum.getValue()) {
            throw new MalformedDataException("wrong content checksum");
        }
        int length = decoded.length() - before;
        if (header.contentSize() >= 0 && length != header.contentSize()) {
            throw new MalformedDataException(
                    "content of " + length + " bytes (expected: " + header.contentSize() + ")");
        }
    }

    private void block(int word, Lz4FrameHeader header, CompressedMessage message, DecodedMessage decoded)
            throws IOException {
        int length = word & ~Lz4Descriptor.STORED;
        if (length > header.blockMax()) {
            throw new MalformedDataException("a block of " + length + " bytes (expected: 0-" + header.blockMax() + ")");
        }
        byte[] block = message.take(length, BLOCK);
        if (header.blockChecksums() && message.le32("a checksum") != checksum.hash(block, 0, length, 0)) {
            throw new MalformedDataException("wrong block checksum");
        }
        int size = (word & Lz4Descriptor.STORED) != 0 ? store(block, length) : expand(block, length, header.blockMax());
        if (header.contentChecksum()) {
            contentChecksum.update(window, history, size);
        }
        decoded.write(window, history, size);
        history = header.independent() ? 0 : slide(history + size);
    }

    private int expand(byte[] block, int length, int blockMax) throws MalformedDataException {
        int limit = (int) Math.min(blockMax, (long) length * Lz4Expander.MAX_EXPANSION);
        makeRoom(limit);
        return Lz4Expander.expandUpTo(block, length, window, history, limit);
    }

    private int store(byte[] block, int length) {
        makeRoom(length);
        System.arraycopy(block, 0, window, history, length);
        return length;
    }

    private void makeRoom(int size) {
        int needed = history + size + Lz4Expander.ROOM_BEHIND;
        if (window.length < needed) {
            window = Arrays.copyOf(window, needed);
        }
    }

    /** Moves the end of the decoded content to the front for the next block; returns its length. */
    private int slide(int end) {
        int kept = Math.min(end, Lz4Descriptor.WINDOW);
        System.arraycopy(window, end - kept, window, 0, kept);
        return kept;
    }

    /** Frees the memory of an unusually large block. */
    void shrink() {
        if (window.length > KEPT_ROOM) {
            window = new byte[0];
        }
    }
}
