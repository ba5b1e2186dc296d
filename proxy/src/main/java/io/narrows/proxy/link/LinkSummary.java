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
 * @param windowLog the window of the sending context, as a base-two logarithm of bytes; 0 without a context
 * @param grantedWindowLog the largest window granted to the peer, likewise; 0 without a grant
 * @param encrypted whether TLS carries it
 * @param refused supported codecs whose frames this side refuses on the link
 * @param headerBytesSent TCP and IP headers and retransmissions sent, in bytes
 * @param headerBytesReceived TCP and IP headers and retransmissions received, in bytes
 * @param headersRead whether these come from the kernel's counters rather than from a model
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
