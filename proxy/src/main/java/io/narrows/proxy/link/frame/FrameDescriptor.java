package io.narrows.proxy.link.frame;

import io.narrows.codec.Codec;
import io.netty.buffer.ByteBuf;

/**
 * Layout of a frame of link protocol version 1, unless {@link FrameForm} defines another one.
 *
 * <pre>
 *  varint      1 byte                        4 bytes, LE            length bytes
 * +--------+---+---------+------------------+---------------------+-------------+
 * | length |NEW|  kind   |     codec id     |       CRC32C        |   payload   |
 * +--------+---+---------+------------------+---------------------+-------------+
 *           b7  b6 b5 b4   b3 b2 b1 b0
 * </pre>
 *
 * <p>{@code length} counts the payload. The checksum covers the bytes before it and the payload; it is left out when TLS
 * carries the link. Part of the protocol: must not change within version 1.
 */
public final class FrameDescriptor {
    /** Maximum app bytes of a frame. */
    public static final int MAX_APP_BYTES = 64 * 1024;

    /** Maximum app bytes in a frame of a slow codec, so that the receiver decodes one frame while the next is encoded. */
    public static final int SLOW_FRAME_BYTES = 16 * 1024;

    /** Maximum growth of incompressible app bytes in a codec's own framing. */
    private static final int MAX_EXPANSION = 1024;

    /** Maximum payload of a frame, in bytes; a longer one is refused before anything is allocated. */
    public static final int MAX_PAYLOAD = MAX_APP_BYTES + MAX_EXPANSION;

    static final int CRC_BYTES = 4;
    public static final int SAMPLE_BYTES = 2;
    static final int MAX_LENGTH_BYTES = 3;
    public static final int MAX_HEADER_BYTES = MAX_LENGTH_BYTES + 1 + CRC_BYTES;

    public static final int KIND_DATA = 0;
    public static final int KIND_CONTROL = 1;

    /** Data whose payload starts with {@code HistoryReferences}. */
    public static final int KIND_TAUGHT = 2;

    /** Maximum payload after a one-byte header, in forms that have such headers. */
    static final int MAX_BRIEF_LENGTH = 0x7F;

    private static final int NEW_FLAG = 0x80;
    private static final int KIND_SHIFT = 4;
    private static final int KIND_MASK = 0x07;
    private static final int CODEC_MASK = 0x0F;

    private static final int COMPACT_FLAG = 0x80;
    private static final int COMPACT_NEW_FLAG = 0x40;
    private static final int COMPACT_KIND_MASK = 0x03;

    /**
     * Bit set of the ids of codecs whose decoders must not see damaged bytes. Their frames keep a checksum of the
     * payload even in forms whose checksums cover the content. Empty: docs/soak.md describes how the decoders were
     * tested. Part of the protocol.
     */
    private static final int PAYLOAD_CHECKED_CODECS = 0;

    private FrameDescriptor() {}

    public static int data(Codec codec, boolean fresh) {
        return (fresh ? NEW_FLAG : 0) | KIND_DATA << KIND_SHIFT | codec.id();
    }

    /** Returns the head of a frame whose decoder first learns earlier bytes; never the first frame of a context. */
    public static int taught(Codec codec) {
        return KIND_TAUGHT << KIND_SHIFT | codec.id();
    }

    public static int control() {
        return KIND_CONTROL << KIND_SHIFT;
    }

    public static int kind(int head) {
        return head >> KIND_SHIFT & KIND_MASK;
    }

    public static int codecId(int head) {
        return head & CODEC_MASK;
    }

    /** Returns whether the frame starts a new context of its codec. */
    public static boolean isNew(int head) {
        return (head & NEW_FLAG) != 0;
    }

    /** Returns whether the checksum of a frame covers its payload even in forms that check the content. */
    public static boolean checksPayload(int head) {
        return kind(head) == KIND_CONTROL || (PAYLOAD_CHECKED_CODECS >>> codecId(head) & 1) != 0;
    }

    /**
     * Returns the first byte of a compact header, which precedes the length:
     *
     * <pre>
     *  b7   b6    b5 b4    b3 b2 b1 b0
     * | 1 | NEW |  kind  |  codec id   |
     * </pre>
     */
    static int compact(int head) {
        return COMPACT_FLAG | (isNew(head) ? COMPACT_NEW_FLAG : 0) | kind(head) << KIND_SHIFT | codecId(head);
    }

    /** Returns the head encoded in the first byte of a compact header. */
    static int ofCompact(int first) {
        return ((first & COMPACT_NEW_FLAG) != 0 ? NEW_FLAG : 0)
                | (first >> KIND_SHIFT & COMPACT_KIND_MASK) << KIND_SHIFT
                | codecId(first);
    }

    public static int lengthBytes(int length) {
        return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : 3;
    }

    /** Writes a length as a little-endian base-128 varint at an index of the buffer. */
    public static void setLength(ByteBuf buffer, int index, int length) {
        int rest = length;
        int at = index;
        while (rest >= 1 << 7) {
            buffer.setByte(at++, rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        buffer.setByte(at, rest);
    }
}
