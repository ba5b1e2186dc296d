package io.narrows.codec.dictionary;

import java.nio.ByteBuffer;

/**
 * Bytes that both ends of a stream have before the first frame, so that the first frames can refer to them: either a dictionary in zstd's
 * format (RFC 8878, section 5), as zstd trains it, or plain content without a header. zstd uses all of it; other codecs use the {@linkplain
 * #content() content} as history. Immutable.
 */
public final class Dictionary {
    /** Minimum size in bytes; zstd trains none that is smaller. */
    public static final int MIN_BYTES = 256;

    /** Maximum size in bytes: 112 KiB, which fits into the smallest window of dense. */
    public static final int MAX_BYTES = 112 << 10;

    private final byte[] bytes;
    private final DictionaryName name;
    private final int contentAt;

    private Dictionary(byte[] bytes, int contentAt) {
        this.bytes = bytes;
        this.name = DictionaryName.of(bytes);
        this.contentAt = contentAt;
    }

    /**
     * Returns a dictionary of these bytes, which are copied.
     *
     * @throws InvalidDictionaryException if they are too few or too many, or begin like a dictionary in zstd's format but have an invalid
     *     header
     */
    public static Dictionary of(byte[] bytes) throws InvalidDictionaryException {
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new InvalidDictionaryException(
                    0, "dictionary of " + bytes.length + " bytes (expected: " + MIN_BYTES + " to " + MAX_BYTES + ")");
        }
        byte[] copy = bytes.clone();
        return new Dictionary(copy, ZstdHeader.isAt(copy) ? ZstdHeader.length(copy) : 0);
    }

    /** Returns the name, which only this dictionary has. */
    public DictionaryName name() {
        return name;
    }

    /** Returns the size of all of it, in bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns the size of zstd's header, in bytes; 0 for a dictionary of content only. */
    public int headerLength() {
        return contentAt;
    }

    /** Returns all bytes, in a buffer of their own that is read-only. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Returns the bytes after zstd's header, in a buffer of their own that is read-only. */
    public ByteBuffer content() {
        return ByteBuffer.wrap(bytes, contentAt, bytes.length - contentAt)
                .slice()
                .asReadOnlyBuffer();
    }

    /** Returns the abbreviated name and the size, for messages. */
    @Override
    public String toString() {
        return name.abbreviated() + " (" + bytes.length + " bytes)";
    }
}
