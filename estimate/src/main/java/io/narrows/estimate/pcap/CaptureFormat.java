package io.narrows.estimate.pcap;

import java.io.IOException;

/** A file format: reads one packet after another. */
interface CaptureFormat {
    /** Reads the next packet, and returns false at the end of the file. */
    boolean next(Packet packet) throws IOException;
}
