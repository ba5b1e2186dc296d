package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import java.util.Set;

/**
 * One link as {@code /links} shows it.
 *
 * @param dialled whether this side made the connection
 * @param target empty while nobody took the link
 * @param trafficClass of what is sent, empty while nobody took the link
 * @param codec of what is sent, empty while nobody took the link
 * @param steppedDown why that is a faster one than the policy asks for, empty when it is not
 * @param windowLog the window of what is sent, as a base-two logarithm of bytes; 0 while there is no context
 * @param grantedWindowLog the largest that the peer may send with; 0 while nothing is granted
 * @param encrypted whether TLS carries it
 * @param refused codecs of which this side takes no frames on it, beside those that it does not have
 * @param headerBytesSent headers of TCP and IP and retransmissions that the link has sent, in bytes
 * @param headerBytesReceived the same of what it has received
 * @param headersRead whether the kernel has counted these; otherwise they are modelled
 * @param memoryBytes of its contexts and of what waits in it, in bytes
 */
public record LinkSummary(
        String peer,
        boolean dialled,
        Link.State state,
        String target,
        String trafficClass,
        String codec,
        String steppedDown,
        int windowLog,
        int grantedWindowLog,
        boolean encrypted,
        Set<Codec> refused,
        long headerBytesSent,
        long headerBytesReceived,
        boolean headersRead,
        long memoryBytes) {}
