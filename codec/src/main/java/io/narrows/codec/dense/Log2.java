package io.narrows.codec.dense;

/** Base-two logarithms in units of 1/32. */
final class Log2 {
    private static final byte[] OF_MANTISSA = mantissas();

    private Log2() {}

    /** @param number at least 64 */
    static int of32(long number) {
        int log = 63 - Long.numberOfLeadingZeros(number);
        return (log << 5) + OF_MANTISSA[(int) (number >>> log - 6) & 63];
    }

    private static byte[] mantissas() {
        byte[] logs = new byte[64];
        for (int i = 0; i < logs.length; i++) {
            logs[i] = (byte) Math.round(32 * Math.log(1 + (i + 0.5) / 64) / Math.log(2));
        }
        return logs;
    }
}
