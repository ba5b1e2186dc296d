package io.narrows.estimate.run;

/** The header of a TLS record (RFC 8446, section 5.1), as it appears in the middle of a connection. */
final class TlsRecord {
    private static final int APPLICATION_DATA = 0x17;
    private static final int MAJOR = 3;
    private static final int HEADER = 5;

    private TlsRecord() {}

    /** Returns whether bytes begin with a record of application data. */
    static boolean isAt(byte[] bytes, int length) {
        return length >= HEADER
                && bytes[0] == APPLICATION_DATA
                && bytes[1] == MAJOR
                && bytes[2] <= MAJOR
                && bytes[2] >= 0;
    }
}
