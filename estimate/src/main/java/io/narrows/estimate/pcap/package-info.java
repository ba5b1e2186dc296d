/**
 * Captures of packets. {@link io.narrows.estimate.pcap.CaptureReader} reads files in the formats pcap and pcapng as a
 * stream; {@link io.narrows.estimate.pcap.PacketDecoder} finds the TCP segment of a packet.
 *
 * <p>Packets and segments are reused: their buffers show the reader's memory, which the next read overwrites. Nothing is
 * allocated per packet. Bad input is answered with {@link io.narrows.estimate.pcap.CaptureException} only, and never
 * allocates memory that the file declares but does not have.
 */
@NullMarked
package io.narrows.estimate.pcap;

import org.jspecify.annotations.NullMarked;
