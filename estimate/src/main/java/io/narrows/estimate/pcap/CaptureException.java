package io.narrows.estimate.pcap;

import java.io.IOException;

/** A file that is no capture, or is damaged. The message has the file, the offset, and what was expected there. */
public final class CaptureException extends IOException {
    private final String file;
    private final long offset;

    CaptureException(String file, long offset, String problem) {
        super(place(file, offset) + problem);
        this.file = file;
        this.offset = offset;
    }

    static String place(String file, long offset) {
        return file + ", offset " + offset + ": ";
    }

    public String file() {
        return file;
    }

    /** Returns the offset in bytes from the beginning of the file. */
    public long offset() {
        return offset;
    }
}
