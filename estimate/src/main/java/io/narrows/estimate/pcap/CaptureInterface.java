package io.narrows.estimate.pcap;

import org.jspecify.annotations.Nullable;

/**
 * An interface on which packets were captured.
 *
 * @param name its name in the file, otherwise its number
 * @param linkCode the number of its link type in the file
 * @param linkType null if the link type cannot be read
 * @param snapLength most bytes that were kept of a packet, or 0 for all
 * @param resolution the unit of its timestamps
 */
record CaptureInterface(
        String name, int linkCode, @Nullable LinkType linkType, long snapLength, TimeResolution resolution) {
    static CaptureInterface of(String name, int linkCode, long snapLength, TimeResolution resolution) {
        return new CaptureInterface(name, linkCode, LinkType.of(linkCode), snapLength, resolution);
    }

    /** Returns a description of the link type, which cannot be read. */
    String unsupported() {
        return "link type " + linkCode + " cannot be read; expected one of " + LinkType.all();
    }
}
