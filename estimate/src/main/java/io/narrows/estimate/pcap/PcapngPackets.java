package io.narrows.estimate.pcap;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The packets of a pcapng file, with the interfaces of the current section.
 *
 * <pre>
 * enhanced packet         obsolete packet          simple packet         bodies
 *   0  u32  interface       0  u16  interface        0  u32  original length
 *   4  u32  time, high      2  u16  drops            4  captured bytes
 *   8  u32  time, low       4  u32  time, high
 *  12  u32  captured        8  u32  time, low
 *  16  u32  original       12  u32  captured
 *  20  captured bytes      16  u32  original
 *      options             20  captured bytes, options
 * </pre>
 */
final class PcapngPackets {
    private static final int PACKET_HEADER = 20;
    private static final int SIMPLE_HEADER = 4;
    private static final int MOST_INTERFACES = 65_536;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final CaptureInput input;
    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final BitSet warned = new BitSet();
    private String unsupported = "";
    private boolean anyRead;
    private long lastNanos;

    PcapngPackets(CaptureInput input) {
        this.input = input;
    }

    void beginSection() {
        interfaces.clear();
        warned.clear();
    }

    void describe(ByteBuffer window, int body, int end) throws CaptureException {
        if (end - body < InterfaceBlock.FIXED) {
            throw input.error(
                    "damaged: an interface of " + (end - body) + " bytes; expected at least " + InterfaceBlock.FIXED);
        }
        if (interfaces.size() == MOST_INTERFACES) {
            throw input.error("damaged: a section with more than " + MOST_INTERFACES + " interfaces");
        }
        interfaces.add(InterfaceBlock.read(window, body, end, interfaces.size()));
    }

    boolean enhanced(ByteBuffer window, int body, int end, Packet packet) throws CaptureException {
        return full(window, body, end, packet, window.getInt(body) & UNSIGNED);
    }

    boolean obsolete(ByteBuffer window, int body, int end, Packet packet) throws CaptureException {
        return full(window, body, end, packet, Short.toUnsignedInt(window.getShort(body)));
    }

    private boolean full(ByteBuffer window, int body, int end, Packet packet, long number) throws CaptureException {
        int room = end - body - PACKET_HEADER;
        long length = room < 0 ? 0 : window.getInt(body + 12) & UNSIGNED;
        if (length > room) {
            throw damagedPacket(length, room);
        }
        CaptureInterface source = source(number);
        LinkType linkType = source.linkType();
        if (linkType == null) {
            return skipped(source, (int) number);
        }
        long time = (long) window.getInt(body + 4) << 32 | window.getInt(body + 8) & UNSIGNED;
        lastNanos = source.resolution().nanos(time);
        packet.set(linkType, source.snapLength(), lastNanos, window.getInt(body + 16) & UNSIGNED);
        packet.show(window, body + PACKET_HEADER, (int) length);
        anyRead = true;
        return true;
    }

    /** Reads a packet without a time: that of the packet before it is the nearest. */
    boolean simple(ByteBuffer window, int body, int end, Packet packet) throws CaptureException {
        int room = end - body - SIMPLE_HEADER;
        if (room < 0) {
            throw damagedPacket(0, room);
        }
        CaptureInterface source = source(0);
        LinkType linkType = source.linkType();
        if (linkType == null) {
            return skipped(source, 0);
        }
        long original = window.getInt(body) & UNSIGNED;
        long kept = source.snapLength() == 0 ? original : Math.min(original, source.snapLength());
        packet.set(linkType, source.snapLength(), lastNanos, original);
        packet.setUntimed();
        packet.show(window, body + SIMPLE_HEADER, (int) Math.min(kept, room));
        anyRead = true;
        return true;
    }

    private CaptureException damagedPacket(long length, int room) {
        return input.error("damaged: a packet with " + length + " captured bytes in a block with room for " + room);
    }

    private CaptureInterface source(long number) throws CaptureException {
        if (number >= interfaces.size()) {
            throw input.error("damaged: a packet of interface " + number + ", but the section has " + interfaces.size()
                    + " interfaces");
        }
        return interfaces.get((int) number);
    }

    private boolean skipped(CaptureInterface source, int number) {
        if (!warned.get(number)) {
            warned.set(number);
            unsupported = "packets of interface " + source.name() + " are skipped: " + source.unsupported();
            input.warn(unsupported);
        }
        return false;
    }

    /**
     * Returns false, the end of the file.
     *
     * @throws CaptureException if the file has packets, but none that can be read
     */
    boolean end() throws CaptureException {
        if (!anyRead && !unsupported.isEmpty()) {
            throw input.error("no packet could be read: " + unsupported);
        }
        return false;
    }
}
