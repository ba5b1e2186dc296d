package io.narrows.proxy.link.registry;

import io.narrows.codec.Codec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import java.util.Set;

/**
 * One link as shown by {@code /links}.
 *
 * @param dialled whether this side made the connection
 * @param target empty while the link is unused
 * @param trafficClass of the sent traffic; empty while the link is unused
 * @param codec of the sent traffic; empty while the link is unused
 * @param steppedDown why the link stepped down to that codec, or to its lower level; empty if it has not
 * @param windowLog the window of the sending context, as a base-two logarithm of bytes; 0 without a context
 * @param grantedWindowLog the largest window granted to the peer, likewise; 0 without a grant
 * @param unpack the formats that the policy unpacks in the sent traffic
 * @param commonRecipes how many recipes for these formats both ends have; with none, everything goes as it is
 * @param encrypted whether it uses TLS
 * @param refused supported codecs whose frames this side refuses on the link
 * @param headerBytesSent TCP and IP headers and retransmissions sent, in bytes
 * @param headerBytesReceived TCP and IP headers and retransmissions received, in bytes
 * @param headersRead whether these come from the kernel's counters rather than from a model
 * @param memoryBytes of its contexts and waiting bytes, in bytes
 */
public record LinkSummary(
        PeerId peer,
        boolean dialled,
        LinkState state,
        String target,
        String trafficClass,
        String codec,
        String steppedDown,
        int windowLog,
        int grantedWindowLog,
        Set<PackedFormat> unpack,
        int commonRecipes,
        boolean encrypted,
        Set<Codec> refused,
        long headerBytesSent,
        long headerBytesReceived,
        boolean headersRead,
        long memoryBytes) {}
