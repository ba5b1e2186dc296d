package io.narrows.proxy.capture;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.TrafficCell;
import io.netty.buffer.ByteBuf;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the bytes of a connection to a peer without a link as uncompressed traffic, a frame for each read. Headers of TCP and
 * IP are modeled: full segments, and an acknowledgment for every second one. Used on the connection's event loop.
 */
final class DirectTraffic implements ByteObserver {
    private static final long MTU = 1500;

    /** IP header, TCP header and timestamps. */
    private static final long IPV4_HEADERS = 20 + 20 + 12;

    private static final long IPV6_HEADERS = 40 + 20 + 12;

    private final TrafficCell sent;
    private final TrafficCell received;
    private final LongAdder rawFrames;
    private final long headers;

    /** @param reason the reason why there is no link */
    DirectTraffic(
            LinkEnvironment environment,
            PeerId peer,
            TrafficClass trafficClass,
            SocketAddress remote,
            RawReason reason) {
        Location place = environment
                .traffic()
                .announced()
                .placeOf(environment.live().current(), peer)
                .effective();
        this.sent = environment.traffic().cell(peer, place, trafficClass, Codec.NONE, Direction.SENT);
        this.received = environment.traffic().cell(peer, place, trafficClass, Codec.NONE, Direction.RECEIVED);
        this.rawFrames = environment.events().rawFrames(peer, reason);
        boolean v6 = remote instanceof InetSocketAddress address && address.getAddress() instanceof Inet6Address;
        this.headers = v6 ? IPV6_HEADERS : IPV4_HEADERS;
    }

    @Override
    public void sent(ByteBuf bytes) {
        rawFrames.increment();
        count(sent, received, bytes.readableBytes());
    }

    @Override
    public void received(ByteBuf bytes) {
        count(received, sent, bytes.readableBytes());
    }

    private void count(TrafficCell data, TrafficCell acknowledgments, int bytes) {
        long payload = MTU - headers;
        long segments = (bytes + payload - 1) / payload;
        data.frame(bytes);
        data.wire(bytes);
        ip(data, bytes + segments * headers);
        ip(acknowledgments, (segments + 1) / 2 * headers);
    }

    private static void ip(TrafficCell cell, long bytes) {
        cell.wireIp(bytes);
        cell.baselineIp(bytes);
    }
}
