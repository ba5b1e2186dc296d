package io.narrows.proxy.link.registry;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Encoders as a hello offers them.
 *
 * @param entries the names of the encoders, each with its fingerprint
 * @param hash a hash of the entries, whatever their order; {@value #NO_HASH} for none
 */
public record OfferedEncoders(List<String> entries, long hash) {
    /** The hash of no encoders, or of those of a version that knows no hashes. */
    public static final long NO_HASH = 0;

    /** Returns entries with their hash. */
    public static OfferedEncoders of(List<String> entries) {
        return new OfferedEncoders(List.copyOf(entries), entries.isEmpty() ? NO_HASH : hash(entries));
    }

    /** Returns the name of an encoder, which may have spaces, without the fingerprint after the last one. */
    public static String name(String entry) {
        int end = entry.lastIndexOf(' ');
        return end < 0 ? entry : entry.substring(0, end);
    }

    private static long hash(List<String> entries) {
        String lines = String.join("\n", entries.stream().sorted().toList());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(lines.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
