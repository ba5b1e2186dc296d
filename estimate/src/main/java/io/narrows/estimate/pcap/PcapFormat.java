package io.narrows.estimate.pcap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Files in the format pcap (<a href="https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/">draft-ietf-opsawg-pcap</a>).
 *
 * <pre>
 * file header                                   packet
 *   0  u32  magic: byte order and time unit       0  u32  seconds
 *   4  u16  major version, 2                      4  u32  microseconds or nanoseconds
 *   6  u16  minor version, 4                      8  u32  captured length
 *   8  u32  reserved                             12  u32  original length
 *  12  u32  reserved                             16  captured bytes
 *  16  u32  snap length
 *  20  u32  link type in the lower 16 bits
 * </pre>
 */
final class PcapFormat implements CaptureFormat {
    static final int FILE_HEADER = 24;
    static final int MICROSECONDS = 0xA1B2C3D4;
    static final int NANOSECONDS = 0xA1B23C4D;

    private static final int PACKET_HEADER = 16;
    private static final int MAJOR_VERSION = 2;

    /** Packets of this length are believed whatever the snap length is: programs that merge files write such. */
    private static final long ALWAYS_ALLOWED = 1 << 20;

    private static final long UNSIGNED = 0xFFFF_FFFFL;
    private static final long SECOND = 1_000_000_000;

    private final CaptureInput input;
    private final LinkType linkType;
    private final long snapLength;
    private final long limit;
    private final int unit;

    /** Returns whether the first four bytes, read as big-endian, begin a file of this format. */
    static boolean begins(int magic) {
        int other = Integer.reverseBytes(magic);
        return magic == MICROSECONDS || magic == NANOSECONDS || other == MICROSECONDS || other == NANOSECONDS;
    }

    /** Reads the file header. */
    PcapFormat(CaptureInput input) throws IOException {
        this.input = input;
        if (!input.has(FILE_HEADER)) {
            throw input.error("the file ends within its header: expected " + FILE_HEADER + " bytes, but only "
                    + input.window().remaining() + " are left");
        }
        ByteBuffer window = input.window().order(ByteOrder.BIG_ENDIAN);
        int at = window.position();
        int magic = window.getInt(at);
        if (magic != MICROSECONDS && magic != NANOSECONDS) {
            window.order(ByteOrder.LITTLE_ENDIAN);
            magic = window.getInt(at);
        }
        int version = Short.toUnsignedInt(window.getShort(at + 4));
        if (version != MAJOR_VERSION) {
            throw input.error("pcap of version " + version + " cannot be read; expected version 2.4");
        }
        snapLength = window.getInt(at + 16) & UNSIGNED;
        CaptureInterface description =
                CaptureInterface.of("0", window.getInt(at + 20) & 0xFFFF, snapLength, TimeResolution.MICROSECONDS);
        if (description.linkType() == null) {
            throw input.error(description.unsupported());
        }
        linkType = description.linkType();
        limit = Math.min(CaptureInput.MAX_BLOCK, Math.max(snapLength, ALWAYS_ALLOWED));
        unit = magic == MICROSECONDS ? 1000 : 1;
        input.skip(FILE_HEADER);
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        if (!input.has(PACKET_HEADER)) {
            input.warnIfCut("a packet's header", PACKET_HEADER);
            return false;
        }
        ByteBuffer window = input.window();
        long length = window.getInt(window.position() + 8) & UNSIGNED;
        if (length > limit) {
            throw input.error("damaged: a packet with " + length + " captured bytes; expected at most " + limit);
        }
        int whole = PACKET_HEADER + (int) length;
        if (!input.has(whole)) {
            input.warnIfCut("its last packet", whole);
            return false;
        }
        window = input.window();
        int at = window.position();
        long nanos = (window.getInt(at) & UNSIGNED) * SECOND + (window.getInt(at + 4) & UNSIGNED) * unit;
        packet.set(linkType, snapLength, nanos, window.getInt(at + 12) & UNSIGNED);
        packet.show(window, at + PACKET_HEADER, (int) length);
        input.skip(whole);
        return true;
    }
}
