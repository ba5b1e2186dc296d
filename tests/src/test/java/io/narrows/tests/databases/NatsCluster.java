package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Server;
import java.util.List;

/** Debian's NATS server, with JetStream. */
final class NatsCluster implements Database {
    /** The folder of streams in the generated settings. */
    private static final String STORE = "/var/lib/nats";

    private static final String CLUSTER = "cluster {\n";
    private static final String TLS = """
              tls {
                cert_file: "%s"
                key_file: "%s"
                ca_file: "%s"
              }
            """;

    @Override
    public String name() {
        return "nats";
    }

    @Override
    public String kind() {
        return "nats";
    }

    @Override
    public String client() {
        return "io.narrows.databases.nats.NatsClient";
    }

    @Override
    public int clientPort() {
        return 4222;
    }

    @Override
    public List<String> tlsTargets() {
        return List.of("routes");
    }

    @Override
    public Server start(Member member, String classpath) {
        String settings = ExactText.replaced(
                member.settings("nats.conf"), STORE, member.data().toString());
        if (member.tls().isPresent()) {
            Identity files = member.tls().orElseThrow();
            settings = ExactText.replaced(
                    settings, CLUSTER, CLUSTER + TLS.formatted(files.cert(), files.key(), files.ca()));
        }
        return member.run(List.of(
                "nats-server", "--config", member.write("nats.conf", settings).toString()));
    }

    @Override
    public boolean isComplete(List<Member> members) {
        return members.stream().allMatch(member -> member.logged("Server is ready") == member.starts())
                && members.stream().anyMatch(member -> member.logged("JetStream cluster new metadata leader") > 0);
    }

    /** Counts elections of JetStream's own Raft group and of the stream's. */
    @Override
    public long elections(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.logged("JetStream cluster new (metadata|stream) leader"))
                .max()
                .orElse(0);
    }
}
