package io.narrows.proxy.link.shared;

import io.narrows.proxy.link.frame.CorruptFrameException;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The history references that a decoder has to learn before a frame, encoded at the start of the frame's payload:
 *
 * <pre>
 *       varint       varint
 *  +--------+------+----------+
 *  | source | more |  length  |  1 to 8 times: as long as "more", the lowest bit of the first number, is set
 *  +--------+------+----------+
 * </pre>
 *
 * <p>The sum of the lengths is at most {@value HistoryReference#MOST_BYTES}.
 *
 * <p>Part of the protocol: must not change within version 1.
 */
public final class HistoryReferences {
    private static final int MAX_COUNT = 8;
    private static final int MAX_VARINT = 4;

    /** Maximum encoded length, in bytes. */
    public static final int MAX_BYTES = MAX_COUNT * 2 * MAX_VARINT;

    /**
     * The name of one reference.
     *
     * @param source number of an offer
     * @param length number of its next bytes
     */
    public record Name(int source, int length) {}

    private HistoryReferences() {}

    /** Writes the names of history references; writes nothing without history references. */
    public static void write(List<HistoryReference> references, ByteBuf out) {
        for (int i = 0; i < references.size(); i++) {
            boolean more = i + 1 < references.size();
            write(references.get(i).source() << 1 | (more ? 1 : 0), out);
            write(references.get(i).bytes().length, out);
        }
    }

    /** Returns the number of bytes that {@link #write} writes. */
    public static int length(List<HistoryReference> references) {
        int sum = 0;
        for (HistoryReference reference : references) {
            sum += length(reference.source() << 1) + length(reference.bytes().length);
        }
        return sum;
    }

    private static int length(int number) {
        int length = 1;
        for (int rest = number >>> 7; rest != 0; rest >>>= 7) {
            length++;
        }
        return length;
    }

    /**
     * Reads the names, and advances the reader index past them.
     *
     * @throws CorruptFrameException if they are truncated, too many, or too long together
     */
    public static List<Name> read(ByteBuf payload) throws CorruptFrameException {
        List<Name> names = new ArrayList<>(1);
        long sum = 0;
        boolean more = true;
        while (more) {
            int source = number(payload);
            more = (source & 1) != 0;
            Name name = new Name(source >>> 1, number(payload));
            names.add(name);
            sum += name.length();
            if (more && names.size() == MAX_COUNT) {
                throw new CorruptFrameException("frame with more history references than " + MAX_COUNT);
            }
        }
        if (sum > HistoryReference.MOST_BYTES) {
            throw new CorruptFrameException("frame with history references of " + sum + " bytes (expected: 1-"
                    + HistoryReference.MOST_BYTES + ")");
        }
        return names;
    }

    private static void write(int number, ByteBuf out) {
        int rest = number;
        while (rest > 0x7F) {
            out.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }

    private static int number(ByteBuf payload) throws CorruptFrameException {
        int number = 0;
        for (int i = 0; i < MAX_VARINT && payload.isReadable(); i++) {
            byte next = payload.readByte();
            number |= (next & 0x7F) << 7 * i;
            if (next >= 0) {
                return number;
            }
        }
        throw new CorruptFrameException(
                "a number in a history reference is truncated or longer than " + MAX_VARINT + " bytes");
    }
}
