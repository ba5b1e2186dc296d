package io.narrows.cli.db;

import io.narrows.storage.Slice;
import io.narrows.terminal.output.RawOutput;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Formats for keys and values, displayed and parsed as in RocksDB's {@code ldb}. */
enum Notation {
    /** Unchanged; input is UTF-8. */
    TEXT {
        @Override
        void show(Slice bytes, RawOutput out) {
            out.write(bytes.array(), bytes.offset(), bytes.length());
        }

        @Override
        byte[] parse(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    },

    /** Hexadecimal, as in {@code 0x00C3A9}. */
    HEX {
        private static final HexFormat DIGITS = HexFormat.of().withUpperCase();

        @Override
        void show(Slice bytes, RawOutput out) {
            byte[] digits = new byte[PREFIX.length() + 2 * bytes.length()];
            digits[0] = '0';
            digits[1] = 'x';
            for (int i = 0; i < bytes.length(); i++) {
                byte b = bytes.array()[bytes.offset() + i];
                digits[PREFIX.length() + 2 * i] = (byte) DIGITS.toHighHexDigit(b);
                digits[PREFIX.length() + 2 * i + 1] = (byte) DIGITS.toLowHexDigit(b);
            }
            out.write(digits);
        }

        @Override
        byte[] parse(String text) {
            try {
                if (text.startsWith(PREFIX)) {
                    return DIGITS.parseHex(text, PREFIX.length(), text.length());
                }
            } catch (IllegalArgumentException e) {
                // reported below
            }
            throw new IllegalArgumentException(
                    "'" + text + "' is not hexadecimal (expected: two digits per byte, such as 0x7573657200)");
        }
    };

    private static final String PREFIX = "0x";

    static Notation hex(boolean wanted) {
        return wanted ? HEX : TEXT;
    }

    abstract void show(Slice bytes, RawOutput out);

    /**
     * @throws IllegalArgumentException if the text is not in this notation; the message describes the
     * expected notation
     */
    abstract byte[] parse(String text);
}
