package io.narrows.codec.dictionary;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that both ends of a stream have before the first frame, so that the first frames can refer to them: either a dictionary in zstd's
 * format (RFC 8878, section 5), as zstd trains it, or plain content without a header. zstd uses all of it; other codecs use the {@linkplain
 * #content() content} as history. A dictionary may also have {@linkplain #frames() frames} of dense, which train its models; then the above
 * is its {@linkplain #shared() shared part}. Immutable.
 */
public final class Dictionary {
    /** Minimum size in bytes; zstd trains none that is smaller. */
    public static final int MIN_BYTES = 256;

    /** Maximum size in bytes: 112 KiB, which fits into the smallest window of dense. */
    public static final int MAX_BYTES = 112 << 10;

    /** Maximum number of frames. */
    public static final int MAX_FRAMES = 4096;

    /** Bytes that a dictionary with frames has besides its shared part and its frames. */
    public static final int FRAMED_BYTES = FramedForm.HEADER_BYTES;

    private final byte[] bytes;
    private final DictionaryName name;
    private final byte[] shared;
    private final int contentAt;
    private final int framesAt;
    private final int frameCount;

    /**
     * @param shared the part that all codecs use; all bytes if there are no frames
     * @param contentAt start of the content in the shared part
     * @param framesAt start of the frames, which were checked; the end if there are none
     */
    private Dictionary(byte[] bytes, byte[] shared, int contentAt, int framesAt, int frameCount) {
        this.bytes = bytes;
        this.name = DictionaryName.of(bytes);
        this.shared = shared;
        this.contentAt = contentAt;
        this.framesAt = framesAt;
        this.frameCount = frameCount;
    }

    /**
     * Returns a dictionary of these bytes, which are copied.
     *
     * @throws InvalidDictionaryException if they are too few or too many, or begin like a dictionary with frames or one in zstd's format but
     *     are damaged. What is in the frames is not checked
     */
    public static Dictionary of(byte[] bytes) throws InvalidDictionaryException {
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new InvalidDictionaryException(
                    0, "dictionary of " + bytes.length + " bytes (expected: " + MIN_BYTES + " to " + MAX_BYTES + ")");
        }
        byte[] copy = bytes.clone();
        if (!FramedForm.isAt(copy)) {
            return new Dictionary(copy, copy, headerLength(copy), copy.length, 0);
        }
        int end = FramedForm.sharedEnd(copy);
        byte[] shared = Arrays.copyOfRange(copy, FramedForm.HEADER_BYTES, end);
        int frames = FramedForm.count(copy, end);
        return new Dictionary(copy, shared, headerLengthWithin(shared), end, frames);
    }

    private static int headerLengthWithin(byte[] shared) throws InvalidDictionaryException {
        try {
            return headerLength(shared);
        } catch (InvalidDictionaryException e) {
            throw new InvalidDictionaryException(
                    FramedForm.HEADER_BYTES + e.offset(), "shared part: " + e.getMessage());
        }
    }

    /**
     * Returns a dictionary with frames.
     *
     * @param shared a dictionary without frames
     * @param frames frames of dense, the first ones of a stream, with a window of 128 KiB; at least one
     * @throws InvalidDictionaryException if there are no frames or more than {@value #MAX_FRAMES}, or all is larger than {@value #MAX_BYTES}
     *     bytes
     * @throws IllegalArgumentException if the shared part has frames
     */
    public static Dictionary of(Dictionary shared, List<byte[]> frames) throws InvalidDictionaryException {
        if (shared.hasFrames()) {
            throw new IllegalArgumentException("dictionary " + shared + " already has frames");
        }
        return of(FramedForm.encode(shared.shared, frames));
    }

    /** Returns the bytes that a frame of some length takes in a dictionary. */
    public static int frameBytes(int length) {
        return FramedForm.bytes(length);
    }

    private static int headerLength(byte[] shared) throws InvalidDictionaryException {
        return ZstdHeader.isAt(shared) ? ZstdHeader.length(shared) : 0;
    }

    /** Returns the name, which only this dictionary has. */
    public DictionaryName name() {
        return name;
    }

    /** Returns the size of all of it, in bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns the memory that it takes, in bytes: that of all bytes, and if it has frames, of the shared part again. */
    public long memoryBytes() {
        return hasFrames() ? bytes.length + (long) shared.length : bytes.length;
    }

    /** Returns the size of zstd's header, in bytes; 0 for a dictionary of content only. */
    public int headerLength() {
        return contentAt;
    }

    /** Returns all bytes, in a buffer of their own that is read-only. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Returns the part that all codecs use, without the frames, in a buffer of its own that is read-only. */
    public ByteBuffer shared() {
        return ByteBuffer.wrap(shared).asReadOnlyBuffer();
    }

    /** Returns the frames of dense that train its models, in buffers of their own that are read-only; none in most dictionaries. */
    public List<ByteBuffer> frames() {
        try {
            return FramedForm.frames(bytes, framesAt);
        } catch (InvalidDictionaryException e) {
            throw new IllegalStateException("the frames were checked before", e);
        }
    }

    /** Returns the number of frames, 0 to {@value #MAX_FRAMES}. */
    public int frameCount() {
        return frameCount;
    }

    /** Returns the size of the frames with their lengths, in bytes. */
    public int frameBytes() {
        return bytes.length - framesAt;
    }

    /** Returns whether the dictionary has frames of dense. */
    public boolean hasFrames() {
        return frameCount > 0;
    }

    /**
     * Returns whether a dictionary has frames of dense.
     *
     * @param beginning its first bytes; with fewer than four, the result is false
     */
    public static boolean hasFrames(ByteBuffer beginning) {
        return FramedForm.isAt(beginning);
    }

    /** Returns the bytes after zstd's header, in a buffer of their own that is read-only. */
    public ByteBuffer content() {
        return ByteBuffer.wrap(shared, contentAt, shared.length - contentAt)
                .slice()
                .asReadOnlyBuffer();
    }

    /** Returns the abbreviated name and the size, for messages. */
    @Override
    public String toString() {
        return name.abbreviated() + " (" + bytes.length + " bytes)";
    }
}
