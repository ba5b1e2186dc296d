package io.narrows.proxy.capture;

import io.narrows.codec.Codec;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EffectivePlace;
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

    private final LinkEnvironment environment;
    private final TrafficClass trafficClass;
    private final EffectivePlace place;
    private final LongAdder rawFrames;
    private final long headers;
    private Location counted;
    private TrafficCell sent;
    private TrafficCell received;

    /** @param reason the reason why there is no link */
    DirectTraffic(
            LinkEnvironment environment,
            PeerId peer,
            TrafficClass trafficClass,
            SocketAddress remote,
            RawReason reason) {
        this.environment = environment;
        this.trafficClass = trafficClass;
        this.place = new EffectivePlace(environment.traffic().announced(), peer);
        this.counted = place.in(environment.live().current());
        this.sent = cell(Direction.SENT);
        this.received = cell(Direction.RECEIVED);
        this.rawFrames = environment.events().rawFrames(peer, reason);
        boolean v6 = remote instanceof InetSocketAddress address && address.getAddress() instanceof Inet6Address;
        this.headers = v6 ? IPV6_HEADERS : IPV4_HEADERS;
    }

    private TrafficCell cell(Direction direction) {
        return environment.traffic().cell(place.peer(), counted, trafficClass, Codec.NONE, direction);
    }

    /** Counts further bytes at the peer's place if that has changed. */
    private void followPlace() {
        Location current = place.in(environment.live().current());
        if (!current.equals(counted)) {
            counted = current;
            sent = cell(Direction.SENT);
            received = cell(Direction.RECEIVED);
        }
    }

    @Override
    public void sent(ByteBuf bytes) {
        followPlace();
        rawFrames.increment();
        count(sent, received, bytes.readableBytes());
    }

    @Override
    public void received(ByteBuf bytes) {
        followPlace();
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
