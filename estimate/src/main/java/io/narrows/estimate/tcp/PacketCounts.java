package io.narrows.estimate.tcp;

/**
 * Counts of the packets of a capture.
 *
 * @param packets all of them
 * @param nanos time between the first packet and the last one; {@link Long#MAX_VALUE} if it is longer
 * @param bytes their length on the wire
 * @param tcp TCP segments
 * @param notIp packets without IPv4 and IPv6
 * @param notTcp packets of other protocols over IP
 * @param fragments fragments of IP packets with TCP, which are not put together
 * @param headersCut packets that the snap length cut within their headers
 * @param malformed packets with contradicting headers
 * @param payloadCut TCP segments of which the snap length cut payload
 * @param longestSnapLength the longest snap length of the interfaces that had packets, in bytes; 0 if none had one
 */
public record PacketCounts(
        long packets,
        long nanos,
        long bytes,
        long tcp,
        long notIp,
        long notTcp,
        long fragments,
        long headersCut,
        long malformed,
        long payloadCut,
        long longestSnapLength) {}
