package io.narrows.proxy.sample;

/**
 * Makes a processor's own caches as cold as a link's frame finds them. Between two frames of a link its processor runs other work, and
 * the kernel; the thread that compresses samples sleeps instead, and an idle processor keeps what its caches hold.
 */
final class CacheEviction {
    /** The second-level cache of a core of a server: 0.5 to 2 MiB. */
    private static final int BYTES = 1 << 20;

    private static final int LINE_BYTES = 64;

    /** Its content has no meaning, so that threads may race. */
    private static final byte[] OTHER = new byte[BYTES];

    private CacheEviction() {}

    /** Replaces what the caches of this processor hold, in about 0.1 ms. */
    static void run() {
        for (int at = 0; at < BYTES; at += LINE_BYTES) {
            OTHER[at]++;
        }
    }
}
