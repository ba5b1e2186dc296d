package io.narrows.codec.dense;

/**
 * The parameters that a sender chose for a context and declares in its first frame: two bytes.
 *
 * <pre>
 *   byte 0    version of the format: 1, or 2 if content is coded in phrases, or at level 0
 *   byte 1    bits 6 and 7: prediction of literals: 0 the mean of two models, 1 the source, 2 three models, mixed,
 *             3 the source, in nibbles; bit 5 is zero; bits 0 to 4: base-two logarithm of the window
 * </pre>
 *
 * @param version 1 or 2
 * @param windowLog {@value #MIN_WINDOW_LOG} to {@value #MAX_WINDOW_LOG}
 * @param literals prediction of literals
 */
record Parameters(int version, int windowLog, Literals literals) {
    static final int VERSION_1 = 1;

    /** The version of contexts whose content is coded in phrases, or at level 0. */
    static final int VERSION_2 = 2;

    static final int BYTES = 2;
    static final int MIN_WINDOW_LOG = 17;
    static final int MAX_WINDOW_LOG = 24;

    private static final int WINDOW = 0x3f;

    /** Returns the effective window for a requested one. */
    static int windowLog(int wanted) {
        return Math.max(MIN_WINDOW_LOG, Math.min(wanted, MAX_WINDOW_LOG));
    }

    /** Returns whether the version is 2: content is coded in phrases, or at level 0. */
    boolean isVersion2() {
        return version == VERSION_2;
    }

    /** Returns the second byte. */
    byte flags() {
        return (byte) (windowLog | literals.flags());
    }

    /** @param maxWindowLog the largest allowed window */
    static Parameters read(byte version, byte flags, int maxWindowLog) throws DamagedFrameException {
        if (version != VERSION_1 && version != VERSION_2) {
            throw new DamagedFrameException(
                    "version " + (version & 0xff) + " (expected: " + VERSION_1 + "-" + VERSION_2 + ")");
        }
        int windowLog = flags & WINDOW;
        if (windowLog < MIN_WINDOW_LOG || windowLog > windowLog(maxWindowLog)) {
            throw new DamagedFrameException(
                    "window log " + windowLog + " (expected: " + MIN_WINDOW_LOG + "-" + windowLog(maxWindowLog) + ")");
        }
        return new Parameters(version, windowLog, Literals.of(flags));
    }
}
