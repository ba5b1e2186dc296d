/**
 * The byte streams of TCP connections in a capture. {@link io.narrows.estimate.tcp.CapturedStreams} reads packets and
 * reports connections to a {@link io.narrows.estimate.tcp.StreamListener}; {@link io.narrows.estimate.tcp.TcpAssembler} puts
 * the segments in order.
 *
 * <p>Memory is bounded by {@link io.narrows.estimate.tcp.AssemblyLimits}, not by the capture. Bytes that were captured in
 * order are passed on as they are in the reader's memory; only segments that are ahead of a gap are copied.
 */
@NullMarked
package io.narrows.estimate.tcp;

import org.jspecify.annotations.NullMarked;
