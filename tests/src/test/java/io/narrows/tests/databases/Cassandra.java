package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;

/** Cassandra from its jars. Nodes join one at a time, as Cassandra requires. */
final class Cassandra implements Database {
    private static final Duration JOINING = Duration.ofMinutes(3);
    /** Settings that are left to the user; without a dynamic snitch, a node reads at ONE from itself. */
    private static final String SETTINGS = """
            cluster_name: soak
            num_tokens: 16
            partitioner: org.apache.cassandra.dht.Murmur3Partitioner
            commitlog_sync: periodic
            commitlog_sync_period: 10000ms
            dynamic_snitch: false
            """;

    private static final String STORE_PASSWORD = "cassandra";
    private static final String TLS = """

            server_encryption_options:
              internode_encryption: all
              require_client_auth: true
              keystore: %s
              keystore_password: %s
              truststore: %s
              truststore_password: %2$s
              store_type: PKCS12
            """;

    private static final String LOGGING = """
            <configuration>
              <appender name="stdout" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%d %-5level %logger{0} %msg%n</pattern></encoder>
              </appender>
              <root level="info"><appender-ref ref="stdout"/></root>
            </configuration>
            """;

    /**
     * Cassandra's {@code jvm17-server.options} without the settings of the collector, and with permission to install its
     * security manager.
     */
    private static final List<String> JVM_OPTIONS = List.of(
            "-Djava.security.manager=allow",
            "-Djdk.attach.allowAttachSelf=true",
            "-Dio.netty.tryReflectionSetAccessible=true",
            "-Dio.netty.allocator.useCacheForAllThreads=true",
            "-Dio.netty.allocator.maxOrder=11",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.management.rmi/com.sun.jmx.remote.internal.rmi=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.registry=ALL-UNNAMED",
            "--add-exports=java.rmi/sun.rmi.server=ALL-UNNAMED",
            "--add-exports=java.sql/java.sql=ALL-UNNAMED",
            "--add-exports=java.base/java.lang.ref=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-exports=jdk.attach/sun.tools.attach=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.module=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.loader=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.reflect=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.math=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.module=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.util.jar=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    @Override
    public String name() {
        return "cassandra";
    }

    @Override
    public String kind() {
        return "cassandra";
    }

    @Override
    public String client() {
        return "io.narrows.databases.cassandra.CassandraClient";
    }

    @Override
    public int clientPort() {
        return 9042;
    }

    @Override
    public List<String> tlsTargets() {
        return List.of("storage");
    }

    @Override
    public Server start(Member member, String classpath) {
        Path folder = member.host().directory();
        try {
            Files.createDirectories(folder.resolve("conf"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path logging = member.write("conf/logback.xml", LOGGING);
        member.write("conf/cassandra-rackdc.properties", member.settings("cassandra-rackdc.properties"));
        String tls = member.tls().map(files -> encryption(folder, files)).orElse("");
        Path settings = member.write("conf/cassandra.yaml", SETTINGS + compression(member) + tls);
        List<String> command = new ArrayList<>(List.of("java", "-Xms1g", "-Xmx1g", "-javaagent:" + agent(classpath)));
        command.addAll(JVM_OPTIONS);
        command.addAll(List.of(
                "-Dlogback.configurationFile=" + logging,
                "-Dcassandra.config=" + settings.toUri(),
                "-Dcassandra.storagedir=" + member.data(),
                "-Dcassandra-foreground=yes",
                "-cp",
                folder.resolve("conf") + ":" + classpath,
                "org.apache.cassandra.service.CassandraDaemon"));
        Server server = member.run(command);
        Awaitility.await(member.id())
                .atMost(JOINING)
                .until(() -> !server.isAlive() || startsComplete(member) == member.starts());
        return server;
    }

    /** Returns the generated settings; without sidecars with the compression that is Cassandra's default. */
    private static String compression(Member member) {
        String generated = member.settings("cassandra.yaml");
        return member.hasSidecar()
                ? generated
                : generated.replace("internode_compression: none", "internode_compression: dc");
    }

    /** Returns the settings of TLS between nodes, whose stores are made at the first start. */
    private static String encryption(Path folder, Identity files) {
        Path own = folder.resolve("node.p12");
        Path trusted = folder.resolve("ca.p12");
        if (!Files.exists(own)) {
            Command.run(
                    "openssl",
                    "pkcs12",
                    "-export",
                    "-in",
                    files.cert().toString(),
                    "-inkey",
                    files.key().toString(),
                    "-passout",
                    "pass:" + STORE_PASSWORD,
                    "-out",
                    own.toString());
            Command.run(
                    "keytool",
                    "-importcert",
                    "-noprompt",
                    "-alias",
                    "ca",
                    "-file",
                    files.ca().toString(),
                    "-keystore",
                    trusted.toString(),
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    STORE_PASSWORD);
        }
        return TLS.formatted(own, STORE_PASSWORD, trusted);
    }

    /** Returns the library that measures objects, which Cassandra loads as an agent. */
    private static String agent(String classpath) {
        return Arrays.stream(classpath.split(":"))
                .filter(jar -> jar.contains("/jamm-"))
                .findAny()
                .orElseThrow();
    }

    private static long startsComplete(Member member) {
        return member.logged("Startup complete");
    }

    @Override
    public boolean isComplete(List<Member> members) {
        return members.stream().allMatch(member -> startsComplete(member) == member.starts());
    }

    /** Counts nodes that were seen down. */
    @Override
    public long elections(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.logged("is now DOWN"))
                .sum();
    }
}
