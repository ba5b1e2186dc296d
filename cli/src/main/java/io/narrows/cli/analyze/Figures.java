package io.narrows.cli.analyze;

/**
 * Results of one codec on some traffic.
 *
 * @param bytesIn before compression
 * @param bytesOut after compression, without framing
 * @param compressNanos of one thread
 * @param uncompressNanos of one thread
 */
record Figures(long bytesIn, long bytesOut, long compressNanos, long uncompressNanos) {
    static final Figures NONE = new Figures(0, 0, 0, 0);

    Figures plus(long in, long out, long compressing, long uncompressing) {
        return new Figures(bytesIn + in, bytesOut + out, compressNanos + compressing, uncompressNanos + uncompressing);
    }

    /** Returns output bytes per input byte; 1 for no traffic. */
    double ratio() {
        return bytesIn == 0 ? 1 : (double) bytesOut / bytesIn;
    }

    /** Returns the speed in units of 10^6 bytes before compression. */
    double compressMegabytesPerSecond() {
        return rate(compressNanos);
    }

    double uncompressMegabytesPerSecond() {
        return rate(uncompressNanos);
    }

    private double rate(long nanos) {
        return nanos == 0 ? 0 : bytesIn * 1e3 / nanos;
    }
}
