package io.narrows.cli.sst;

import io.narrows.storage.Slice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Formats for keys and values. Displayed text parses to the same bytes. */
enum Notation {
    /**
     * Printable ASCII, except the backslash, written {@code \\}, and the quote; the quote and all other bytes are written
     * {@code \x00}.
     */
    TEXT {
        @Override
        void append(Slice bytes, StringBuilder text) {
            for (int at = bytes.offset(); at < bytes.end(); at++) {
                byte b = bytes.array()[at];
                if (b == '\\') {
                    text.append("\\\\");
                } else if (b >= ' ' && b <= '~' && b != '\'') {
                    text.append((char) b);
                } else {
                    DIGITS.toHexDigits(text.append("\\x"), b);
                }
            }
        }

        @Override
        String quote() {
            return "'";
        }

        @Override
        Slice parse(String text) {
            byte[] typed = text.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int at = 0; at < typed.length; at++) {
                if (typed[at] != '\\') {
                    bytes.write(typed[at]);
                } else if (at + 1 < typed.length && typed[at + 1] == '\\') {
                    bytes.write(typed[++at]);
                } else {
                    bytes.write(escaped(typed, at));
                    at += 3;
                }
            }
            return Slice.of(bytes.toByteArray());
        }

        private static int escaped(byte[] typed, int at) {
            if (at + 3 < typed.length
                    && typed[at + 1] == 'x'
                    && HexFormat.isHexDigit(typed[at + 2])
                    && HexFormat.isHexDigit(typed[at + 3])) {
                return HexFormat.fromHexDigit(typed[at + 2]) << 4 | HexFormat.fromHexDigit(typed[at + 3]);
            }
            throw new IllegalArgumentException("a backslash that is followed neither by x and two hexadecimal digits"
                    + " nor by another backslash (expected: text such as user\\x00\\\\)");
        }
    },

    /**
     * As in {@code 0x00C3A9}, like {@code narrows db} and RocksDB's {@code ldb}. Also accepted without {@code 0x}, for
     * one release.
     */
    HEX {
        @Override
        void append(Slice bytes, StringBuilder text) {
            UPPER_DIGITS.formatHex(text.append(PREFIX), bytes.array(), bytes.offset(), bytes.end());
        }

        @Override
        String quote() {
            return "";
        }

        @Override
        Slice parse(String text) {
            try {
                return Slice.of(DIGITS.parseHex(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "not hexadecimal (expected: two digits per byte, such as 0x7573657200)", e);
            }
        }
    };

    private static final HexFormat DIGITS = HexFormat.of();
    private static final HexFormat UPPER_DIGITS = HexFormat.of().withUpperCase();
    private static final String PREFIX = "0x";

    abstract void append(Slice bytes, StringBuilder text);

    /** Returns the text before and after bytes in a line. */
    abstract String quote();

    /**
     * @throws IllegalArgumentException if the text is not in this notation; the message describes the expected notation
     */
    abstract Slice parse(String text);

    String show(Slice bytes) {
        StringBuilder text = new StringBuilder(bytes.length() + 16);
        append(bytes, text);
        return text.toString();
    }
}
