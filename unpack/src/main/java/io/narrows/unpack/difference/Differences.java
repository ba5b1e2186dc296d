package io.narrows.unpack.difference;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.Varint;
import java.nio.ByteBuffer;

/**
 * A list of edits that turns a recipe's output into the original bytes.
 *
 * <pre>
 *   edit := copy varint, skip varint, length varint, length bytes
 * </pre>
 *
 * An edit copies bytes of the output, skips some, and inserts others. Bytes of the output after the last edit are copied, so
 * that no edits mean that both are the same.
 */
public final class Differences {
    private Differences() {}

    /**
     * Applies edits.
     *
     * @param edits its remaining bytes are the edits, and are consumed
     * @param output its remaining bytes are the recipe's output, and are consumed
     * @param original receives as many bytes as it has room for, neither more nor fewer
     * @throws MalformedDataException if the edits exceed the output or the original, or leave room in it
     */
    public static void apply(ByteBuffer edits, ByteBuffer output, ByteBuffer original) throws MalformedDataException {
        while (edits.hasRemaining()) {
            copy(output, original, Varint.get(edits));
            int skipped = Varint.get(edits);
            if (skipped > output.remaining()) {
                throw new MalformedDataException(
                        "differences skip " + skipped + " of " + output.remaining() + " bytes");
            }
            output.position(output.position() + skipped);
            copy(edits, original, Varint.get(edits));
        }
        if (output.remaining() != original.remaining()) {
            throw new MalformedDataException("rebuilt piece ends with " + output.remaining() + " bytes (expected: "
                    + original.remaining() + ")");
        }
        original.put(output);
    }

    private static void copy(ByteBuffer src, ByteBuffer dst, int length) throws MalformedDataException {
        if (length > src.remaining() || length > dst.remaining()) {
            throw new MalformedDataException("differences copy " + length + " of " + src.remaining()
                    + " bytes into room for " + dst.remaining());
        }
        int limit = src.limit();
        dst.put(src.limit(src.position() + length));
        src.limit(limit);
    }
}
