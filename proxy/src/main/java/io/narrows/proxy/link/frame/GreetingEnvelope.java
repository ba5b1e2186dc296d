package io.narrows.proxy.link.frame;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.proxy.link.proto.Greeting;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The envelope of the first message in each direction. It is the same in every version of the protocol, so that any two
 * versions can find out that they have none in common.
 *
 * <pre>
 *  4 bytes    2 bytes, BE    4 bytes, LE     length bytes
 * +---------+-------------+---------------+-------------------+
 * | "NRWS"  |   length    |    CRC32C     | protobuf Greeting |
 * +---------+-------------+---------------+-------------------+
 * </pre>
 *
 * <p>The checksum covers the six bytes before it and the message. Must never change.
 */
public final class GreetingEnvelope {
    public static final int MAGIC = 0x4E525753;
    public static final int MAX_MESSAGE_BYTES = 4096;

    private static final int CRC_INDEX = 6;
    public static final int HEADER_BYTES = CRC_INDEX + 4;

    private GreetingEnvelope() {}

    public static ByteBuf seal(ByteBufAllocator allocator, Greeting greeting) {
        byte[] message = greeting.toByteArray();
        if (message.length > MAX_MESSAGE_BYTES) {
            throw new IllegalArgumentException(
                    "greeting too long: " + message.length + " (expected: 0-" + MAX_MESSAGE_BYTES + ")");
        }
        ByteBuf envelope = allocator.directBuffer(HEADER_BYTES + message.length);
        envelope.writeInt(MAGIC).writeShort(message.length).writeIntLE(0).writeBytes(message);
        envelope.setIntLE(CRC_INDEX, checksum(envelope, 0, message.length));
        return envelope;
    }

    /**
     * Reads a greeting from the front of the bytes.
     *
     * @return null while it is incomplete
     * @throws CorruptFrameException at the first byte that cannot belong to a greeting
     */
    public static @Nullable Greeting open(ByteBuf bytes) throws CorruptFrameException {
        int start = bytes.readerIndex();
        int available = bytes.readableBytes();
        for (int i = 0; i < Math.min(available, 4); i++) {
            int expected = MAGIC >>> 24 - 8 * i & 0xFF;
            if (bytes.getUnsignedByte(start + i) != expected) {
                throw new CorruptFrameException("not a Narrows sidecar: the first bytes are not NRWS");
            }
        }
        if (available < HEADER_BYTES) {
            return null;
        }
        int length = bytes.getUnsignedShort(start + 4);
        if (length > MAX_MESSAGE_BYTES) {
            throw new CorruptFrameException(
                    "invalid greeting length: " + length + " (expected: 0-" + MAX_MESSAGE_BYTES + ")");
        }
        if (available < HEADER_BYTES + length) {
            return null;
        }
        int expected = bytes.getIntLE(start + CRC_INDEX);
        int actual = checksum(bytes, start, length);
        if (actual != expected) {
            throw new CorruptFrameException(
                    String.format("greeting checksum mismatch: %08x, computed %08x", expected, actual));
        }
        try {
            Greeting greeting = Greeting.parseFrom(bytes.nioBuffer(start + HEADER_BYTES, length));
            bytes.readerIndex(start + HEADER_BYTES + length);
            return greeting;
        } catch (InvalidProtocolBufferException e) {
            throw new CorruptFrameException("invalid greeting: " + e.getMessage(), e);
        }
    }

    private static int checksum(ByteBuf envelope, int start, int length) {
        return new FrameChecksum()
                .update(envelope, start, CRC_INDEX)
                .update(envelope, start + HEADER_BYTES, length)
                .value();
    }
}
