package io.narrows.bench;

import io.narrows.bench.tunnel.Peer;
import io.narrows.bench.tunnel.Peers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that select peers. */
final class PeerOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--peers",
            split = ",",
            paramLabel = "PEER",
            description =
                    "none (no tunnel), haproxy, socat, ssh, ssh-C, narrows:CODEC[:LEVEL][+linger=DURATION][+mtls], with"
                            + " +jdk=MAJOR, +no-archive, +c1, +no-unsafe or +inlining on another JVM than is shipped; with"
                            + " +at=CHECKOUT both sidecars are of another checkout, with +far-at=CHECKOUT the delivering one. +transparent: the kernel"
                            + " hands the connections over (needs root). +again, also of haproxy: the same peer in another row. +tls, also of"
                            + " none and haproxy: client and server speak TLS, which both ends of the tunnel end and begin again, with mutual"
                            + " TLS between them.")
    private List<String> names;

    /**
     * Returns the requested peers.
     *
     * @param usual their names by default
     * @throws ParameterException if one is unknown, or needs a program that is not installed
     */
    List<Peer> peers(List<String> usual) {
        List<Peer> peers =
                (names == null ? usual : names).stream().map(this::peer).toList();
        List<String> missing = Peers.missingPackages(peers, PeerOptions::isInstalled);
        if (!missing.isEmpty()) {
            String packages = String.join(" ", missing);
            throw new ParameterException(
                    spec.commandLine(), "missing Debian packages: %s (apt-get install %1$s)".formatted(packages));
        }
        return peers;
    }

    /**
     * Returns the label of a peer in tables.
     *
     * @throws ParameterException if there is no such peer
     */
    String label(String name) {
        return peer(name).label();
    }

    private Peer peer(String name) {
        try {
            return Peers.parse(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder).resolve(program))
                .anyMatch(Files::isExecutable);
    }
}
