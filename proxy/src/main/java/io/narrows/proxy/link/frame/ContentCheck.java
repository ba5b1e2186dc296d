package io.narrows.proxy.link.frame;

/**
 * The part of the running content checksum that a received frame carries, encoded in a {@code long} to avoid allocation
 * per frame:
 *
 * <pre>
 *  bits 63-32: mask of the bits that the frame carries      bits 31-0: these bits
 * </pre>
 */
public final class ContentCheck {
    /** The value for a frame without a checksum. */
    public static final long NONE = 0;

    private ContentCheck() {}

    /** Returns a check of all 32 bits. */
    public static long whole(int checksum) {
        return of(-1, checksum);
    }

    /** Returns a check of the lower 16 bits. */
    static long sample(int lower) {
        return of(0xFFFF, lower);
    }

    private static long of(int mask, int bits) {
        return (long) mask << 32 | bits & mask & 0xFFFF_FFFFL;
    }

    public static boolean isWhole(long check) {
        return mask(check) == -1;
    }

    /** Returns whether a checksum matches the bits that the frame carries. */
    public static boolean agrees(long check, int checksum) {
        return bits(check) == (checksum & mask(check));
    }

    public static int bits(long check) {
        return (int) check;
    }

    private static int mask(long check) {
        return (int) (check >>> 32);
    }
}
