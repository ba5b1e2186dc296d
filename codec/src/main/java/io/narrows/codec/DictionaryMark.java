package io.narrows.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The start of a context that begins with a dictionary, so that a decoder without it, or with another one, refuses the first frame.
 *
 * <pre>
 *   0   1  zero, with which no first frame without a dictionary begins
 *   1   4  the first four bytes of the dictionary's name
 *   5      the first frame
 * </pre>
 */
final class DictionaryMark {
    private static final byte FIRST = 0;

    private static final int BYTES = 1 + Integer.BYTES;

    private DictionaryMark() {}

    /** Returns the bytes that it adds to the first frame. */
    static int length(@Nullable StreamDictionary dictionary) {
        return dictionary == null ? 0 : BYTES;
    }

    static void put(ByteBuffer dst, @Nullable StreamDictionary dictionary) {
        if (dictionary != null) {
            dst.put(FIRST).putInt(bigEndian(dst, dictionary.name().first()));
        }
    }

    /** Reads the mark of a context, which must name the decoder's own dictionary, or no dictionary if the decoder has none. */
    static void check(ByteBuffer src, @Nullable StreamDictionary own) throws MalformedDataException {
        boolean marked = isAt(src);
        if (marked && src.remaining() <= BYTES) {
            throw new MalformedDataException("first frame of " + src.remaining() + " bytes (expected: more than "
                    + BYTES + ", as it begins with a dictionary)");
        }
        int named = marked ? bigEndian(src, src.getInt(src.position() + 1)) : 0;
        if (marked && own == null) {
            throw new MalformedDataException(
                    "context begins with dictionary " + digits(named) + ", but the decoder has none");
        }
        if (own != null && !marked) {
            throw new MalformedDataException("context begins without a dictionary, but the decoder has "
                    + digits(own.name().first()));
        }
        if (own != null && named != own.name().first()) {
            throw new MalformedDataException("context begins with dictionary " + digits(named)
                    + ", but the decoder has " + digits(own.name().first()));
        }
        if (marked) {
            src.position(src.position() + BYTES);
        }
    }

    /** Returns whether the first frame of a context has the mark of a dictionary; its position is not changed. */
    static boolean names(ByteBuffer firstFrame, StreamDictionary dictionary) {
        return firstFrame.remaining() > BYTES
                && isAt(firstFrame)
                && bigEndian(firstFrame, firstFrame.getInt(firstFrame.position() + 1))
                        == dictionary.name().first();
    }

    /** Returns the first frame of a context as it is without a mark; the position of the argument is not changed. */
    static ByteBuffer skip(ByteBuffer firstFrame) {
        return isAt(firstFrame) && firstFrame.remaining() > BYTES
                ? firstFrame.duplicate().position(firstFrame.position() + BYTES)
                : firstFrame;
    }

    private static boolean isAt(ByteBuffer firstFrame) {
        return firstFrame.get(firstFrame.position()) == FIRST;
    }

    private static int bigEndian(ByteBuffer buffer, int value) {
        return buffer.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value);
    }

    private static String digits(int first) {
        return String.format("%08x", first);
    }
}
