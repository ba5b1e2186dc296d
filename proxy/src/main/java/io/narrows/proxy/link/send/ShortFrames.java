package io.narrows.proxy.link.send;

/**
 * Detects short frames that a codec with history makes longer, such as 20-byte acknowledgments that have nothing in
 * common, and sends the following ones raw. {@link Bypass} judges too many bytes at once to detect them. Not
 * thread-safe.
 *
 * <p>The loss is the sum of the bytes by which encoded frames exceed raw ones, minus those by which they are shorter.
 * In addition to its earlier savings, a stream loses at most {@value #MAX_LOSS} bytes and the growth of one frame, and
 * only {@value #TRIAL_LOSS} with each later trial.
 */
public final class ShortFrames {
    /** Maximum app bytes of a short frame. */
    static final int MAX_BYTES = 1024;

    /** Bytes that may be lost before frames are sent raw. */
    static final int MAX_LOSS = 128;

    /** Bytes that a trial may lose. */
    static final int TRIAL_LOSS = 32;

    /**
     * Earlier savings count up to this many bytes, so that a few unusual frames have no effect. A new context starts
     * with as many: zstd 19 stores the first 290 acknowledgments of ZooKeeper before it halves the others.
     */
    static final int MAX_SAVINGS = 256;

    /** Raw frames before the first trial; twice as many after each trial that fails, up to {@link #LONGEST_PAUSE}. */
    static final int FIRST_PAUSE = 256;

    static final int LONGEST_PAUSE = 1024;

    private int loss = -MAX_SAVINGS;
    private int pause = FIRST_PAUSE;
    private int rawLeft;
    private boolean allowance = true;
    private boolean followsLong;

    /** Returns whether to send a frame raw, and counts it if so. */
    public boolean takeRaw(int appBytes) {
        if (rawLeft == 0 || appBytes > MAX_BYTES) {
            return false;
        }
        rawLeft--;
        if (rawLeft == 0) {
            loss = MAX_LOSS - TRIAL_LOSS;
            allowance = true;
        }
        return true;
    }

    /** Records the payload of an encoded frame, short or not. */
    public void encoded(int appBytes, int payloadBytes) {
        if (appBytes > MAX_BYTES) {
            followsLong = true;
            return;
        }
        int rawBytes = appBytes + (followsLong ? 1 : 0); // a change of codec takes a header of two bytes
        followsLong = false;
        loss = Math.max(-MAX_SAVINGS, loss + payloadBytes - rawBytes);
        if (loss > MAX_LOSS) {
            rawLeft = pause;
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        } else if (loss <= 0 && payloadBytes < rawBytes) {
            pause = FIRST_PAUSE;
        }
    }

    /**
     * Gives the first context of a trial its {@link #MAX_SAVINGS}, before its first frame is recorded. Later contexts
     * get none, so that the losses of a stream whose contexts live for a frame or two add up.
     */
    public void beginContext() {
        if (allowance) {
            allowance = false;
            loss = -MAX_SAVINGS;
        }
    }

    /** Discards the state of another codec. */
    void reset() {
        loss = -MAX_SAVINGS;
        allowance = true;
        pause = FIRST_PAUSE;
        rawLeft = 0;
    }
}
