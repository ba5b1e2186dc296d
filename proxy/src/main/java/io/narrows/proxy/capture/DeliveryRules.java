package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.HostPort;
import io.narrows.config.IpAddress;
import io.narrows.config.OriginatedTls;
import io.narrows.config.PeerId;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.TransparentCapture;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.meter.Failure;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides what peers may reach here. They ask for a target by its name, or for the address that their database dialed: that of
 * a target, or an address of this host with a port of a transparent capture.
 */
final class DeliveryRules {
    private final boolean mayKeepSource;
    private final Predicate<InetAddress> ofThisHost;

    /**
     * @param mayKeepSource whether the kernel permits this process to dial from addresses of other hosts
     * @param ofThisHost tells the addresses of this host's interfaces
     */
    DeliveryRules(boolean mayKeepSource, Predicate<InetAddress> ofThisHost) {
        this.mayKeepSource = mayKeepSource;
        this.ofThisHost = ofThisHost;
    }

    /**
     * Decides about one request.
     *
     * @param encrypted whether the link is, so that the peer has proved who it is
     * @param asked name of a target, or an address; a name contains no colon
     */
    Delivery decide(Config config, PeerId peer, boolean encrypted, String asked) {
        return asked.indexOf(':') < 0
                ? toTarget(config, peer, encrypted, asked)
                : toAddress(config, peer, encrypted, asked);
    }

    private static Delivery toTarget(Config config, PeerId peer, boolean encrypted, String name) {
        Target target = TargetName.of(name).map(config.targets()::get).orElse(null);
        if (target == null) {
            return new Delivery.Denied(
                    Refused.Reason.UNKNOWN_TARGET, Failure.UNKNOWN_TARGET, "the peer has no target with that name");
        }
        return grant(config, target, peer, encrypted, Delivery.Source.OWN);
    }

    private Delivery toAddress(Config config, PeerId peer, boolean encrypted, String text) {
        Optional<HostPort> parsed = parse(text);
        if (parsed.isEmpty()) {
            return denied("the address is not an IP address with a port");
        }
        HostPort address = parsed.get();
        Optional<TransparentCapture> capture = capture(config, address);
        if (capture.filter(known -> requiresProof(known) && !encrypted).isPresent()) {
            return denied("source: keep requires TLS, and this link is plain text");
        }
        Delivery.Source source = capture.map(known -> source(known, encrypted)).orElse(Delivery.Source.OWN);
        Optional<Target> target = config.targets().values().stream()
                .filter(known -> known.address().isSameAs(address))
                .findFirst();
        if (target.isPresent()) {
            return grant(config, target.get(), peer, encrypted, source);
        }
        if (capture.isPresent() && isReachable(address)) {
            // A target may be the same service at another address, so what it denies is denied here, too.
            return config.targets().values().stream()
                    .filter(known -> known.address().port() == address.port())
                    .map(known -> grant(config, known, peer, encrypted, source))
                    .filter(Delivery.Denied.class::isInstance)
                    .findFirst()
                    .orElseGet(() -> new Delivery.Granted(address, source, tlsOfPort(config, address.port())));
        }
        return denied("the peer's configuration does not allow " + address
                + " (it allows its targets, and its own addresses with the ports of transparent captures)");
    }

    private static Optional<OriginatedTls> tlsOfPort(Config config, int port) {
        return config.targets().values().stream()
                .filter(known -> known.address().port() == port)
                .flatMap(known -> known.originated().stream())
                .findFirst();
    }

    private static Delivery grant(
            Config config, Target target, PeerId peer, boolean encrypted, Delivery.Source source) {
        if (!target.admits(peer)) {
            return denied("the target is not available to node " + peer);
        }
        if (!encrypted && !target.takesPlainText(config.link().tls().isPresent())) {
            return denied("the target does not accept plain-text links");
        }
        return new Delivery.Granted(target.address(), source, target.originated());
    }

    private static Delivery denied(String detail) {
        return new Delivery.Denied(Refused.Reason.TARGET_DENIED, Failure.TARGET_DENIED, detail);
    }

    private static Optional<TransparentCapture> capture(Config config, HostPort address) {
        return config.captures().stream()
                .flatMap(capture -> capture.asTransparent().stream())
                .filter(capture -> capture.isV6() == address.host().indexOf(':') >= 0)
                .filter(capture -> capture.ports().contains(address.port()))
                .findFirst();
    }

    private static boolean requiresProof(TransparentCapture capture) {
        return capture.requiresSource() && !capture.plaintext();
    }

    private Delivery.Source source(TransparentCapture capture, boolean encrypted) {
        if (!capture.keepsSource() || !mayKeepSource || !encrypted && !capture.plaintext()) {
            return Delivery.Source.OWN;
        }
        return capture.requiresSource() ? Delivery.Source.PEERS : Delivery.Source.PEERS_IF_KNOWN;
    }

    /** Returns whether other hosts reach the address, too: loopback is this host's own affair. */
    private boolean isReachable(HostPort address) {
        InetAddress ip = ip(address);
        return !ip.isLoopbackAddress() && ofThisHost.test(ip);
    }

    private static Optional<HostPort> parse(String text) {
        try {
            HostPort address = HostPort.parse(text);
            return IpAddress.parse(address.host()).map(ip -> new HostPort(ip.toString(), address.port()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static InetAddress ip(HostPort address) {
        try {
            return InetAddress.getByName(address.host());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // it is an address, not a name
        }
    }
}
