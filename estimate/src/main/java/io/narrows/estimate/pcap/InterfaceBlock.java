package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The body of a block that describes an interface. Options that exceed the block end the reading of options.
 *
 * <pre>
 *   0  u16  link type
 *   2  u16  reserved
 *   4  u32  snap length
 *   8  options: u16 code, u16 length, value padded to a multiple of 4
 * </pre>
 */
final class InterfaceBlock {
    static final int FIXED = 8;

    private static final int END_OF_OPTIONS = 0;
    private static final int NAME = 2;
    private static final int TIME_RESOLUTION = 9;
    private static final int TIME_OFFSET = 14;
    private static final int OPTION_HEADER = 4;
    private static final int LONGEST_NAME = 64;

    private InterfaceBlock() {}

    static CaptureInterface read(ByteBuffer window, int body, int end, int number) {
        String name = Integer.toString(number);
        int resolution = TimeResolution.MICROSECONDS.exponent();
        long offsetSeconds = 0;
        int at = body + FIXED;
        while (end - at >= OPTION_HEADER) {
            int code = Short.toUnsignedInt(window.getShort(at));
            int length = Short.toUnsignedInt(window.getShort(at + 2));
            int value = at + OPTION_HEADER;
            if (code == END_OF_OPTIONS || length > end - value) {
                break;
            }
            if (code == NAME) {
                name = text(window, value, Math.min(length, LONGEST_NAME));
            } else if (code == TIME_RESOLUTION && length == 1) {
                resolution = Byte.toUnsignedInt(window.get(value));
            } else if (code == TIME_OFFSET && length == Long.BYTES) {
                offsetSeconds = window.getLong(value);
            }
            at = value + (length + 3 & ~3);
        }
        return CaptureInterface.of(
                name,
                Short.toUnsignedInt(window.getShort(body)),
                window.getInt(body + 4) & 0xFFFF_FFFFL,
                TimeResolution.of(resolution, offsetSeconds));
    }

    /** Returns text for messages, without control characters. */
    private static String text(ByteBuffer window, int at, int length) {
        byte[] bytes = new byte[length];
        window.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
