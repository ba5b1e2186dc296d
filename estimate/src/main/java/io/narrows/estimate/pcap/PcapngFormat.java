package io.narrows.estimate.pcap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Files in the format pcapng
 * (<a href="https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/">draft-ietf-opsawg-pcapng</a>): a sequence of
 * blocks, in sections that have a byte order and interfaces each.
 *
 * <pre>
 * block                                         section header, the block's body
 *   0  u32  type                                  8  u32  0x1A2B3C4D, shows the byte order
 *   4  u32  length n, with this and the trailer  12  u16  major version, 1
 *   8  body                                      14  u16  minor version
 * n-4  u32  length again                         16  s64  length of the section, not used
 * </pre>
 */
final class PcapngFormat implements CaptureFormat {
    static final int BYTE_ORDER = 0x1A2B3C4D;

    private static final int HEADER = 8;
    private static final int TRAILER = 4;
    private static final int SHORTEST = HEADER + TRAILER;
    private static final int SECTION_HEADER = 28;
    private static final int MAJOR_VERSION = 1;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final CaptureInput input;
    private final PcapngPackets packets;

    PcapngFormat(CaptureInput input) {
        this.input = input;
        this.packets = new PcapngPackets(input);
    }

    @Override
    public boolean next(Packet packet) throws IOException {
        while (input.has(HEADER)) {
            ByteBuffer window = input.window();
            int type = window.getInt(window.position());
            if (type == BlockType.SECTION_HEADER) {
                if (!input.has(SHORTEST)) {
                    break;
                }
                beginSection();
            }
            int length = length(type);
            if (!input.has(length)) {
                input.warnIfCut("a block of type " + Integer.toUnsignedString(type), length);
                return packets.end();
            }
            boolean found = block(type, length, packet);
            input.skip(length);
            if (found) {
                return true;
            }
        }
        input.warnIfCut("a block's header", SHORTEST);
        return packets.end();
    }

    private void beginSection() throws CaptureException {
        ByteBuffer window = input.window().order(ByteOrder.BIG_ENDIAN);
        int magic = window.getInt(window.position() + HEADER);
        if (magic == Integer.reverseBytes(BYTE_ORDER)) {
            window.order(ByteOrder.LITTLE_ENDIAN);
        } else if (magic != BYTE_ORDER) {
            throw input.error(
                    "damaged: a section with the byte-order magic 0x%08X; expected 0x%08X in either byte order"
                            .formatted(magic, BYTE_ORDER));
        }
        packets.beginSection();
    }

    private int length(int type) throws CaptureException {
        ByteBuffer window = input.window();
        long length = window.getInt(window.position() + 4) & UNSIGNED;
        int shortest = type == BlockType.SECTION_HEADER ? SECTION_HEADER : SHORTEST;
        if (length < shortest || length > CaptureInput.MAX_BLOCK || length % 4 != 0) {
            throw input.error("damaged: a block of type %s with a length of %d; expected a multiple of 4 from %d to %d"
                    .formatted(Integer.toUnsignedString(type), length, shortest, CaptureInput.MAX_BLOCK));
        }
        return (int) length;
    }

    /** Returns whether the block, which the window has, is a packet that can be read. */
    private boolean block(int type, int length, Packet packet) throws CaptureException {
        ByteBuffer window = input.window();
        int at = window.position();
        int trailer = window.getInt(at + length - TRAILER);
        if (trailer != length) {
            throw input.error("damaged: a block whose lengths at its ends differ: %d and %d"
                    .formatted(length, trailer & UNSIGNED));
        }
        int body = at + HEADER;
        int end = at + length - TRAILER;
        switch (type) {
            case BlockType.SECTION_HEADER -> checkVersion(window, body);
            case BlockType.INTERFACE_DESCRIPTION -> packets.describe(window, body, end);
            case BlockType.ENHANCED_PACKET -> {
                return packets.enhanced(window, body, end, packet);
            }
            case BlockType.SIMPLE_PACKET -> {
                return packets.simple(window, body, end, packet);
            }
            case BlockType.OBSOLETE_PACKET -> {
                return packets.obsolete(window, body, end, packet);
            }
            default -> {
                // names, statistics, secrets, and blocks of others
            }
        }
        return false;
    }

    private void checkVersion(ByteBuffer window, int body) throws CaptureException {
        int version = Short.toUnsignedInt(window.getShort(body + 4));
        if (version != MAJOR_VERSION) {
            throw input.error("pcapng of version " + version + " cannot be read; expected version 1");
        }
    }
}
