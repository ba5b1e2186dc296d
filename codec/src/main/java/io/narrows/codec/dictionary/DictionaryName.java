package io.narrows.codec.dictionary;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The name of a dictionary: the SHA-256 of all its bytes. Equal names mean equal dictionaries.
 *
 * @param hex 64 lowercase hexadecimal digits
 */
public record DictionaryName(String hex) {
    /** Length of the hash in bytes. */
    public static final int BYTES = 32;

    private static final int SHORT_DIGITS = 12;
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    /** @throws IllegalArgumentException unless there are 64 lowercase hexadecimal digits */
    public DictionaryName {
        if (!HEX.matcher(hex).matches()) {
            throw new IllegalArgumentException(
                    "dictionary name " + hex + " (expected: 64 lowercase hexadecimal digits)");
        }
    }

    /** Returns the name of the dictionary that has these bytes, which are not checked. */
    public static DictionaryName of(byte[] dictionary) {
        try {
            return new DictionaryName(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(dictionary)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * Returns the name with these bytes.
     *
     * @param hash {@value #BYTES} bytes
     * @throws IllegalArgumentException if there are more or fewer
     */
    public static DictionaryName ofHash(byte[] hash) {
        return new DictionaryName(HexFormat.of().formatHex(hash));
    }

    /** Returns all {@value #BYTES} bytes. */
    public byte[] hash() {
        return HexFormat.of().parseHex(hex);
    }

    /** Returns the first four bytes, big-endian. */
    public int first() {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex, 0, 2 * Integer.BYTES))
                .getInt();
    }

    /** Returns the first 12 digits, for tables and messages. */
    public String abbreviated() {
        return hex.substring(0, SHORT_DIGITS);
    }

    @Override
    public String toString() {
        return hex;
    }
}
