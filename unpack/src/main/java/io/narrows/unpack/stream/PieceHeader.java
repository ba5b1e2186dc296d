package io.narrows.unpack.stream;

import io.narrows.codec.Varint;
import java.nio.ByteBuffer;

/**
 * The fields before the bytes of a piece.
 *
 * @param plainLength plain bytes
 * @param recipe number of the recipe among those agreed
 * @param settings settings of the recipe
 * @param originalLength bytes of the original, holes included
 * @param checksum CRC-32C of the original
 * @param differencesLength bytes of the differences
 */
public record PieceHeader(
        int plainLength, int recipe, int settings, int originalLength, int checksum, int differencesLength) {
    /** Returns the length of the carried piece: of these fields, its differences and its plain bytes. */
    public int carriedLength() {
        return Varint.length(plainLength << 1)
                + Varint.length(recipe)
                + Varint.length(settings)
                + Varint.length(originalLength)
                + Integer.BYTES
                + Varint.length(differencesLength)
                + differencesLength
                + plainLength;
    }

    /** Writes the fields. */
    public void put(ByteBuffer dst) {
        Varint.put(dst, plainLength << 1 | 1);
        Varint.put(dst, recipe);
        Varint.put(dst, settings);
        Varint.put(dst, originalLength);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            dst.put((byte) (checksum >>> shift));
        }
        Varint.put(dst, differencesLength);
    }
}
