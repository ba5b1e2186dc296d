package io.narrows.config;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Bytes that identify a traffic class if they occur early in the data that the connecting side sends.
 *
 * @param text the bytes as written in the file: UTF-8 text, or {@code 0x} and pairs of hexadecimal digits
 * @param within number of leading bytes to search; the length of the pattern if it must be at the start
 */
public record ClassPattern(TrafficClass trafficClass, String text, int within) {
    /** The maximum number of leading bytes searched: 4 KiB. */
    public static final int MAX_WITHIN = 4 << 10;

    static final String HEX = "0x";

    static ClassPattern startsWith(TrafficClass trafficClass, String text) {
        return new ClassPattern(trafficClass, text, bytes(text).length);
    }

    /** Returns the bytes to search for, at least one. */
    public byte[] bytes() {
        return bytes(text);
    }

    /** Returns whether the pattern must be at the very start. */
    boolean atStart() {
        return within == bytes().length;
    }

    /** @throws IllegalArgumentException if the text begins with 0x and the rest is not pairs of hexadecimal digits */
    static byte[] bytes(String text) {
        return text.startsWith(HEX)
                ? HexFormat.of().parseHex(text, HEX.length(), text.length())
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
