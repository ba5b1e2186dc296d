package io.narrows.estimate.run;

/**
 * Bytes that TCP, IP and TLS add to a write. Acknowledgments are left out on both sides of the comparison: a link has no more
 * of them than the connection that it replaces.
 */
final class WireCosts {
    private static final int MTU = 1500;
    private static final int TCP_WITH_TIMESTAMPS = 32;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;

    /** Maximum content of a TLS record (RFC 8446, section 5.1). */
    private static final int RECORD = 1 << 14;

    /** Header of a record, its content type, and the tag of AES-GCM or ChaCha20-Poly1305. */
    private static final int RECORD_OVERHEAD = 5 + 1 + 16;

    private WireCosts() {}

    /** Returns the headers of the segments of a write. */
    static long headers(long bytes, boolean ipv6) {
        int header = TCP_WITH_TIMESTAMPS + (ipv6 ? IPV6 : IPV4);
        return header * parts(bytes, MTU - header);
    }

    /** Returns what the TLS records of a write add to it. */
    static long records(long bytes) {
        return RECORD_OVERHEAD * parts(bytes, RECORD);
    }

    private static long parts(long bytes, int size) {
        return (bytes + size - 1) / size;
    }
}
