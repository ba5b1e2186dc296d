package io.narrows.estimate.pcap;

/** Numbers of pcapng's blocks that are read; they are part of the file format. All others are skipped. */
final class BlockType {
    /** Reads alike in both byte orders. */
    static final int SECTION_HEADER = 0x0A0D0D0A;

    static final int INTERFACE_DESCRIPTION = 1;
    static final int OBSOLETE_PACKET = 2;
    static final int SIMPLE_PACKET = 3;
    static final int ENHANCED_PACKET = 6;

    private BlockType() {}
}
