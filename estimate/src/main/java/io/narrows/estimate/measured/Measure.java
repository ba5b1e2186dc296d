package io.narrows.estimate.measured;

import java.util.Locale;

/** The quantities among the measured figures. */
enum Measure {
    /** Bytes of links per byte of applications, without TLS. */
    WIRE,

    /** Bytes of links per byte of applications, without TLS, in the same run as {@link #TLS}. */
    PLAIN,

    /** Bytes of links per byte of applications, with TLS. */
    TLS,

    /** Bytes of applications in 10^6 that are compressed in a second of processor time. */
    SPEED,

    /** IP bytes a minute of a pair of nodes that send nothing. */
    IDLE;

    static Measure of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
