package io.narrows.config;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes that tell a class, when they are among the first that the side which connected sends.
 *
 * @param text the bytes as the file has them: text, which is UTF-8, or {@code 0x} and pairs of hexadecimal digits
 * @param within how many first bytes are searched; as many as the pattern has when it must be at the start
 */
public record ClassPattern(TrafficClass trafficClass, String text, int within) {
    /** The most first bytes that are looked at: 4 KiB. */
    public static final int MAX_WITHIN = 4 << 10;

    static final String HEX = "0x";

    static ClassPattern startsWith(TrafficClass trafficClass, String text) {
        return new ClassPattern(trafficClass, text, bytes(text).length);
    }

    /** What is looked for, at least one byte. */
    public byte[] bytes() {
        return bytes(text);
    }

    /** Whether the pattern must be the very first bytes. */
    boolean atStart() {
        return within == bytes().length;
    }

    /** @throws IllegalArgumentException when the text begins with 0x and goes on as no pairs of hexadecimal digits */
    static byte[] bytes(String text) {
        return text.startsWith(HEX)
                ? HexFormat.of().parseHex(text, HEX.length(), text.length())
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
