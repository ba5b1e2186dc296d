package io.narrows.bench.tunnel;

import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * ssh with a forwarded port, and a separate sshd; keys and configuration are in the tunnel's directory. sshd must run as
 * root and needs {@code /run/sshd}, so the JVM of the benchmarks has its own /run.
 *
 * @param compressed {@code ssh -C}: zlib over all connections together
 */
record SshPeer(boolean compressed) implements Peer {
    private static final String SSHD = "/usr/sbin/sshd"; // sshd re-executes itself and requires an absolute path

    @Override
    public String label() {
        return compressed ? "ssh -C" : "ssh";
    }

    @Override
    public Map<String, String> programs() {
        return Map.of(SSHD, "openssh-server", "ssh", "openssh-client", "ssh-keygen", "openssh-client");
    }

    @Override
    public boolean compresses() {
        return compressed;
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) throws IOException {
        Files.createDirectories(Path.of("/run/sshd"));
        Path hostKey = key(directory, "host");
        Path userKey = key(directory, "user");
        Path config = Files.writeString(
                directory.resolve("sshd.cfg"), """
                ListenAddress 127.0.0.1
                Port %d
                HostKey %s
                AuthorizedKeysFile %s.pub
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                PermitRootLogin prohibit-password
                Compression yes
                AllowTcpForwarding yes
                PidFile none
                UseDNS no
                """.formatted(route.egress().getPort(), hostKey, userKey));
        return Optional.of(new Ends(
                List.of(SSHD, "-D", "-e", "-f", config.toString()),
                List.of(
                        "ssh",
                        "-F",
                        "none",
                        "-N",
                        "-i",
                        userKey.toString(),
                        "-o",
                        "Compression=" + (compressed ? "yes" : "no"),
                        "-o",
                        "StrictHostKeyChecking=no",
                        "-o",
                        "UserKnownHostsFile=" + directory.resolve("known_hosts"),
                        "-o",
                        "ExitOnForwardFailure=yes",
                        "-p",
                        Integer.toString(route.hop().getPort()),
                        "-L",
                        "127.0.0.1:%d:127.0.0.1:%d"
                                .formatted(
                                        route.entrance().getPort(), route.exit().getPort()),
                        "root@127.0.0.1")));
    }

    private static Path key(Path directory, String name) {
        Path key = directory.resolve(name + ".key");
        Command.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
        return key;
    }
}
