package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts for a primary in one region and its replica in another, each with its sidecar. No configuration names a class. The
 * replica reaches its primary at one of its own loopback addresses.
 */
public final class ReplicaPair implements AutoCloseable {
    public static final String PRIMARY_AT_REPLICA = "127.0.1.1";
    private static final Site PRIMARY = new Site("primary", "us-east-1", "us-east-1a");
    private static final Site REPLICA = new Site("replica", "eu-west-1", "eu-west-1a");
    private static final String TARGET = "database";

    private final Network network;
    private final Host primary;
    private final Host replica;
    private Sidecar atPrimary;
    private Sidecar atReplica;

    private ReplicaPair(Path directory) {
        network = new Network(directory);
        primary = network.host(PRIMARY.id());
        replica = network.host(REPLICA.id());
    }

    /** @param port of the primary on its host's loopback */
    public static ReplicaPair start(Path directory, int port) throws IOException {
        ReplicaPair pair = new ReplicaPair(directory);
        try {
            pair.startSidecars(port);
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    /**
     * Starts sidecars that end the replica's TLS and begin it again at the primary, on links with TLS.
     *
     * @param protocol in which TLS begins, as in the configuration; empty if connections begin with TLS
     * @param dialing the certificate that the primary sees
     * @param shown the certificates that the replica sees, by the addresses at which it reaches the primary
     */
    public static ReplicaPair startWithTls(
            Path directory, int port, Optional<String> protocol, Identity dialing, Map<String, Identity> shown)
            throws IOException {
        ReplicaPair pair = new ReplicaPair(directory);
        try {
            pair.startSidecarsWithTls(port, protocol, dialing, shown, LinkSecurity.TLS.setup(directory));
            return pair;
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
    }

    private void startSidecarsWithTls(
            int port,
            Optional<String> protocol,
            Identity dialing,
            Map<String, Identity> shown,
            LinkSecurity.Setup links)
            throws IOException {
        SidecarConfig ofPrimary = new SidecarConfig(PRIMARY, primary)
                .target(
                        TARGET,
                        "{address: '127.0.0.1:%d', peers: [%s], tls: {%s, server-name: %s}}"
                                .formatted(port, REPLICA.id(), files(dialing), PRIMARY.id()))
                .peer(REPLICA, replica.ip() + ":" + SidecarConfig.LINK_PORT);
        SidecarConfig ofReplica = new SidecarConfig(REPLICA, replica)
                .target(TARGET, "127.0.0.1:" + port)
                .peer(PRIMARY, primary.ip() + ":" + SidecarConfig.LINK_PORT);
        String start = protocol.map(name -> ", starttls: " + name).orElse("");
        shown.forEach((address, identity) -> ofReplica.captureWithTls(
                address + ":" + port, PRIMARY.id(), TARGET, "{%s%s}".formatted(files(identity), start)));
        atPrimary = Sidecar.start(primary, links.apply(ofPrimary, PRIMARY.id()));
        atReplica = Sidecar.start(replica, links.apply(ofReplica, REPLICA.id()));
    }

    private static String files(Identity identity) {
        return "cert: %s, key: %s, ca: %s".formatted(identity.cert(), identity.key(), identity.ca());
    }

    private void startSidecars(int port) throws IOException {
        atPrimary = Sidecar.start(
                primary,
                new SidecarConfig(PRIMARY, primary)
                        .target(TARGET, "127.0.0.1:" + port)
                        .peer(REPLICA, replica.ip() + ":" + SidecarConfig.LINK_PORT));
        atReplica = Sidecar.start(
                replica,
                new SidecarConfig(REPLICA, replica)
                        .target(TARGET, "127.0.0.1:" + port)
                        .peer(PRIMARY, primary.ip() + ":" + SidecarConfig.LINK_PORT)
                        .capture(PRIMARY_AT_REPLICA + ":" + port, PRIMARY.id(), TARGET));
    }

    public Host primary() {
        return primary;
    }

    public Host replica() {
        return replica;
    }

    public Sidecar atPrimary() {
        return atPrimary;
    }

    public Sidecar atReplica() {
        return atReplica;
    }

    @Override
    public void close() {
        network.close();
    }
}
