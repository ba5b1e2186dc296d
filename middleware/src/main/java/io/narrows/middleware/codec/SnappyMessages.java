package io.narrows.middleware.codec;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.Contexts;
import io.narrows.codec.MalformedDataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * {@code snappy}: Snappy's framing format, compatible with Go packages. Also decodes a bare Snappy block, as sent by other
 * peers. No valid block starts like the framing format: the sixth of those ten bytes would be a copy from 1.3 GB before the
 * start.
 */
final class SnappyMessages extends MessageCodec {
    /** A copy of 64 bytes takes three. */
    private static final int MOST_COPIED = 64;

    private static final int COPY_BYTES = 3;
    private static final int MAX_SIZE_BYTES = 5;
    private static final String CHUNK = "a chunk";

    private final BlockCodec blocks;
    private final Contexts<SnappyBuffers> buffers = new Contexts<>(SnappyBuffers::new, idle -> {});

    SnappyMessages(Codecs codecs, DecodingLimits limits) {
        super(EncodingName.of(Codec.SNAPPY), limits);
        this.blocks = codecs.block(CodecSpec.of(Codec.SNAPPY));
    }

    @Override
    public OutputStream compress(OutputStream out) {
        return new SnappyOutput(out, blocks, buffers);
    }

    @Override
    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        byte[] start = new byte[SnappyDescriptor.IDENTIFIER_CHUNK.length];
        int length = message.read(start, 0, start.length);
        if (Arrays.equals(start, SnappyDescriptor.IDENTIFIER_CHUNK)) {
            SnappyBuffers room = buffers.take();
            try {
                chunks(message, decoded, room.content());
            } finally {
                buffers.giveBack(room);
            }
        } else {
            message.unread(start, 0, length);
            block(message, decoded);
        }
    }

    private void chunks(CompressedMessage message, DecodedMessage decoded, byte[] content) throws IOException {
        for (int type = message.next(); type >= 0; type = message.next()) {
            int length = message.u8(CHUNK) | message.u8(CHUNK) << 8 | message.u8(CHUNK) << 16;
            switch (type) {
                case SnappyDescriptor.COMPRESSED -> {
                    int checksum = checksum(message, length, SnappyDescriptor.MAX_BLOCK);
                    int blockLength = length - SnappyDescriptor.CHECKSUM_BYTES;
                    byte[] block = message.take(blockLength, CHUNK);
                    int size = size(block, blockLength, SnappyDescriptor.MAX_CONTENT);
                    expand(block, blockLength, content, size);
                    verify(checksum, content, size);
                    decoded.write(content, 0, size);
                }
                case SnappyDescriptor.STORED -> {
                    int checksum = checksum(message, length, SnappyDescriptor.MAX_CONTENT);
                    int size = length - SnappyDescriptor.CHECKSUM_BYTES;
                    byte[] stored = message.take(size, CHUNK);
                    verify(checksum, stored, size);
                    decoded.write(stored, 0, size);
                }
                case SnappyDescriptor.IDENTIFIER -> identifier(message, length);
                default -> {
                    if (type < SnappyDescriptor.FIRST_SKIPPABLE) {
                        throw new MalformedDataException("a chunk of reserved type " + type);
                    }
                    message.skip(length, CHUNK);
                }
            }
        }
    }

    private static int checksum(CompressedMessage message, int length, int maxContent) throws IOException {
        if (length < SnappyDescriptor.CHECKSUM_BYTES || length - SnappyDescriptor.CHECKSUM_BYTES > maxContent) {
            throw new MalformedDataException("a chunk of " + length + " bytes (expected: 4-" + (maxContent + 4) + ")");
        }
        return message.le32(CHUNK);
    }

    private static void verify(int checksum, byte[] content, int size) throws MalformedDataException {
        if (SnappyDescriptor.maskedChecksum(content, 0, size) != checksum) {
            throw new MalformedDataException("wrong chunk checksum");
        }
    }

    private static void identifier(CompressedMessage message, int length) throws IOException {
        byte[] expected = SnappyDescriptor.IDENTIFIER_CHUNK;
        int content = expected.length - SnappyDescriptor.HEADER_BYTES;
        boolean same = length == content
                && Arrays.equals(
                        message.take(content, CHUNK), 0, content, expected, expected.length - content, expected.length);
        if (!same) {
            throw new MalformedDataException("a second stream identifier");
        }
    }

    /**
     * Decodes a bare block. The native decoder writes as many bytes as the block declares, so that is first checked against
     * the maximum expansion of its length.
     */
    private void block(CompressedMessage message, DecodedMessage decoded) throws IOException {
        byte[] block = message.rest();
        int size = size(block, block.length, Integer.MAX_VALUE);
        if ((long) size * COPY_BYTES > (long) block.length * MOST_COPIED) {
            throw new MalformedDataException("a block of " + block.length + " bytes with a declared size of " + size);
        }
        decoded.require(size);
        byte[] content = new byte[size];
        expand(block, block.length, content, size);
        decoded.write(content, 0, size);
    }

    private void expand(byte[] block, int length, byte[] content, int size) throws MalformedDataException {
        blocks.decompress(ByteBuffer.wrap(block, 0, length), ByteBuffer.wrap(content), size);
    }

    /** Returns the size at the start of a block, a varint. */
    static int size(byte[] block, int length, int max) throws MalformedDataException {
        long size = 0;
        for (int at = 0; at < Math.min(length, MAX_SIZE_BYTES); at++) {
            size |= (block[at] & 0x7fL) << 7 * at;
            if (block[at] >= 0) {
                if (size > max) {
                    throw new MalformedDataException("a block of " + size + " bytes (expected: 0-" + max + ")");
                }
                return (int) size;
            }
        }
        throw new MalformedDataException("a block with a truncated size");
    }
}
