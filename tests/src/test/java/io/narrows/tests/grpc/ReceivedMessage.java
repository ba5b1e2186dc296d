package io.narrows.tests.grpc;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A message as it arrived at one end.
 *
 * @param digest its SHA-256, in hexadecimal digits
 * @param packedBytes its length when compressed, in bytes
 */
public record ReceivedMessage(String digest, int packedBytes) {
    private static final Pattern LINE = Pattern.compile("[0-9a-f]{64} \\d+");

    static ReceivedMessage of(byte[] message, int packedBytes) {
        return new ReceivedMessage(digest(message), packedBytes);
    }

    /** Returns the SHA-256 of a message, in hexadecimal digits. */
    static String digest(byte[] message) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(message));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    String toLine() {
        return digest + " " + packedBytes;
    }

    /** Returns the messages in a peer's output. */
    static List<ReceivedMessage> in(String output) {
        return output.lines()
                .filter(LINE.asMatchPredicate())
                .map(line -> line.split(" "))
                .map(parts -> new ReceivedMessage(parts[0], Integer.parseInt(parts[1])))
                .toList();
    }
}
