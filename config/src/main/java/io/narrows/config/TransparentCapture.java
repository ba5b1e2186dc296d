package io.narrows.config;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One local address to which the kernel hands connections to all peers. Each goes to the peer whose address it was for.
 * Connections that the kernel did not hand over are refused, so other machines may reach the address.
 *
 * @param ports the databases' ports: those of peers are captured, those of this host may be reached by peers. At least one
 * @param source the address from which this node's database is reached; if empty, the peer's where the process may and
 *     links prove who the peer is
 * @param plaintext whether a peer's address may be used for links in plain text, which do not prove who the peer is
 * @param failOpen whether the redirection is removed while no sidecar runs, so that connections go out uncompressed and as the
 *     database makes them, rather than being refused
 * @param allowDowngrade whether {@code failOpen} is allowed although links are encrypted
 * @param trafficClass the class that the user declares; {@link TrafficClass#DEFAULT} leaves it to the first bytes and the
 *     rhythm
 * @param tls the databases' TLS, which is ended here; empty if their bytes are carried as they come
 */
public record TransparentCapture(
        HostPort listen,
        List<Integer> ports,
        Interception interception,
        Optional<SourceAddress> source,
        boolean plaintext,
        boolean failOpen,
        boolean allowDowngrade,
        TrafficClass trafficClass,
        Optional<TerminatedTls> tls)
        implements Capture {
    public TransparentCapture {
        ports = List.copyOf(ports);
    }

    /** Creates a capture that carries bytes as they come. */
    public TransparentCapture(
            HostPort listen,
            List<Integer> ports,
            Interception interception,
            Optional<SourceAddress> source,
            boolean plaintext,
            boolean failOpen,
            boolean allowDowngrade,
            TrafficClass trafficClass) {
        this(listen, ports, interception, source, plaintext, failOpen, allowDowngrade, trafficClass, Optional.empty());
    }

    @Override
    public Optional<TerminatedTls> terminated() {
        return tls;
    }

    /** Returns whether it captures IPv6 connections rather than those of IPv4. */
    public boolean isV6() {
        return listen.host().indexOf(':') >= 0;
    }

    /** Returns whether this node's database is reached from a peer's address, as far as the configuration tells. */
    public boolean keepsSource() {
        return !source.equals(Optional.of(SourceAddress.OWN));
    }

    /** Returns whether a connection is refused rather than made from another address than its peer's. */
    public boolean requiresSource() {
        return source.equals(Optional.of(SourceAddress.KEEP));
    }

    @Override
    public String key() {
        return "transparent";
    }

    @Override
    public <R> R match(
            Function<ListenerCapture, R> listener,
            Function<ConnectCapture, R> connect,
            Function<Socks5Capture, R> socks5,
            Function<TransparentCapture, R> transparent) {
        return transparent.apply(this);
    }
}
