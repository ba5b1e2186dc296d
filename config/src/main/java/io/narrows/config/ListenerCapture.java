package io.narrows.config;

import java.util.Optional;
import java.util.function.Function;

/**
 * One local address for one peer and target.
 *
 * @param trafficClass the class that the user declares; {@link TrafficClass#DEFAULT} leaves it to the first bytes and the
 *     rhythm
 * @param tls the database's TLS, which is ended here; empty if its bytes are carried as they come
 */
public record ListenerCapture(
        HostPort listen,
        PeerId peer,
        TargetName target,
        TrafficClass trafficClass,
        boolean exposed,
        Optional<TerminatedTls> tls)
        implements Capture {
    /** Creates a capture that carries bytes as they come. */
    public ListenerCapture(
            HostPort listen, PeerId peer, TargetName target, TrafficClass trafficClass, boolean exposed) {
        this(listen, peer, target, trafficClass, exposed, Optional.empty());
    }

    @Override
    public Optional<TerminatedTls> terminated() {
        return tls;
    }

    @Override
    public String key() {
        return "listen";
    }

    @Override
    public <R> R match(
            Function<ListenerCapture, R> listener,
            Function<ConnectCapture, R> connect,
            Function<Socks5Capture, R> socks5,
            Function<TransparentCapture, R> transparent) {
        return listener.apply(this);
    }

    boolean leadsTo(PeerId peerId, TargetName targetName) {
        return peer.equals(peerId) && target.equals(targetName);
    }
}
