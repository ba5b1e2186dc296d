package io.narrows.proxy.warmup;

import io.narrows.config.Capture;
import io.narrows.config.HostPort;
import io.narrows.config.ListenerCapture;
import io.narrows.config.PeerId;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.tls.LoopbackTls;
import io.netty.channel.Channel;
import java.util.Optional;

/**
 * The way of one kind of connection through the two relays of a {@link WarmUp}.
 *
 * @param address of the target
 * @param tls between the caller and the target, ended and begun by the relays; empty for none
 */
record WarmUpRoute(TargetName name, HostPort address, Optional<LoopbackTls> tls) {
    static WarmUpRoute plain(TargetName name, int port) {
        return new WarmUpRoute(name, loopback(port), Optional.empty());
    }

    static WarmUpRoute encrypted(TargetName name, int port, LoopbackTls tls) {
        return new WarmUpRoute(name, loopback(port), Optional.of(tls));
    }

    Target target() {
        return new Target(address, Optional.empty(), false, tls.map(LoopbackTls::originated));
    }

    /** Returns the capture of the relay that the caller connects to, on a port that the system chooses. */
    Capture capture(PeerId peer) {
        return new ListenerCapture(
                loopback(0), peer, name, TrafficClass.REPLICATION, false, tls.map(LoopbackTls::terminated));
    }

    /** Begins the caller's TLS, if there is one. */
    void beginTls(Channel channel) {
        tls.ifPresent(databases -> channel.pipeline().addLast(databases.caller(channel.alloc())));
    }

    /** Returns a port on loopback; 0 for one that the system chooses. */
    static HostPort loopback(int port) {
        return new HostPort(LoopbackTls.ADDRESS, port);
    }
}
