package io.narrows.codec.dictionary;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of a dictionary that has frames of dense besides the part that all codecs use (docs/formats/dictionary.md).
 *
 * <pre>
 *   0   4  magic, nDfr
 *   4   4  length of the shared part, big-endian
 *   8      the shared part: a dictionary of the other form
 *          frames, to the end, each after its length
 * </pre>
 *
 * A length has seven bits in each byte, the lowest ones first; bit 7 of all bytes but the last one is set.
 */
final class FramedForm {
    /** Bytes before the shared part. */
    static final int HEADER_BYTES = 2 * Integer.BYTES;

    private static final int MAGIC = 0x6e446672;
    private static final int MAX_LENGTH_BYTES = 3;
    private static final int LENGTH_BITS = 7;
    private static final int MORE = 1 << LENGTH_BITS;

    private FramedForm() {}

    /** Returns whether bytes begin like a dictionary with frames. */
    static boolean isAt(byte[] bytes) {
        return bytes.length >= HEADER_BYTES && isAt(ByteBuffer.wrap(bytes));
    }

    static boolean isAt(ByteBuffer bytes) {
        return bytes.remaining() >= Integer.BYTES && bytes.duplicate().getInt() == MAGIC;
    }

    /**
     * Returns the end of the shared part.
     *
     * @throws InvalidDictionaryException if it is too short, or no frame can follow
     */
    static int sharedEnd(byte[] bytes) throws InvalidDictionaryException {
        int length = ByteBuffer.wrap(bytes).getInt(Integer.BYTES);
        int most = bytes.length - HEADER_BYTES - 2;
        if (length < Dictionary.MIN_BYTES || length > most) {
            throw new InvalidDictionaryException(
                    Integer.BYTES,
                    "shared part of " + Integer.toUnsignedLong(length) + " bytes (expected: " + Dictionary.MIN_BYTES
                            + " to " + most + ")");
        }
        return HEADER_BYTES + length;
    }

    /**
     * Checks the lengths of the frames, and returns their number.
     *
     * @param from the end of the shared part
     * @throws InvalidDictionaryException if a frame is empty, the last one is truncated, or there are more than {@value
     *     Dictionary#MAX_FRAMES}
     */
    static int count(byte[] bytes, int from) throws InvalidDictionaryException {
        ByteBuffer in = ByteBuffer.wrap(bytes).position(from);
        int count = 0;
        while (in.hasRemaining()) {
            int at = in.position();
            if (count == Dictionary.MAX_FRAMES) {
                throw new InvalidDictionaryException(at, "more than " + Dictionary.MAX_FRAMES + " frames");
            }
            next(in);
            count++;
        }
        return count;
    }

    /**
     * Returns the frames, which were {@linkplain #count checked} and share the array.
     *
     * @param from the end of the shared part
     */
    static List<ByteBuffer> frames(byte[] bytes, int from) throws InvalidDictionaryException {
        List<ByteBuffer> frames = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes).position(from);
        while (in.hasRemaining()) {
            frames.add(next(in));
        }
        return frames;
    }

    private static ByteBuffer next(ByteBuffer in) throws InvalidDictionaryException {
        int at = in.position();
        int length = length(in);
        if (length < 1 || length > in.remaining()) {
            throw new InvalidDictionaryException(
                    at, "frame of " + length + " bytes (expected: 1 to " + in.remaining() + ")");
        }
        ByteBuffer frame = in.slice(in.position(), length).asReadOnlyBuffer();
        in.position(in.position() + length);
        return frame;
    }

    private static int length(ByteBuffer in) throws InvalidDictionaryException {
        int at = in.position();
        int length = 0;
        for (int i = 0; i < MAX_LENGTH_BYTES && in.hasRemaining(); i++) {
            int next = in.get();
            length |= (next & MORE - 1) << i * LENGTH_BITS;
            if ((next & MORE) == 0) {
                return length;
            }
        }
        throw new InvalidDictionaryException(at, "length of a frame without its last byte");
    }

    /** Returns the bytes that a frame takes, with its length. */
    static int bytes(int frameLength) {
        return frameLength + (Integer.SIZE - Integer.numberOfLeadingZeros(frameLength) + LENGTH_BITS - 1) / LENGTH_BITS;
    }

    static byte[] encode(byte[] shared, List<byte[]> frames) {
        int length = HEADER_BYTES + shared.length;
        for (byte[] frame : frames) {
            length += bytes(frame.length);
        }
        ByteBuffer out =
                ByteBuffer.allocate(length).putInt(MAGIC).putInt(shared.length).put(shared);
        for (byte[] frame : frames) {
            int rest = frame.length;
            while (rest >= MORE) {
                out.put((byte) (rest & MORE - 1 | MORE));
                rest >>>= LENGTH_BITS;
            }
            out.put((byte) rest).put(frame);
        }
        return out.array();
    }
}
