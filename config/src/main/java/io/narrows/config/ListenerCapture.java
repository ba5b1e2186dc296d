package io.narrows.config;

import java.util.function.Function;

/**
 * One local address for one peer and target.
 *
 * @param trafficClass the class that the user declares; {@link TrafficClass#DEFAULT} leaves it to the first bytes and the
 *     rhythm
 */
public record ListenerCapture(
        HostPort listen, PeerId peer, TargetName target, TrafficClass trafficClass, boolean exposed)
        implements Capture {
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
