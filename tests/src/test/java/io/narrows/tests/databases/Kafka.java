package io.narrows.tests.databases;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Kafka from its jars: brokers, the first three of which are also controllers.
 *
 * @param version its first two numbers
 */
record Kafka(String version) implements Database {
    private static final String CLUSTER_ID = "bmFycm93cy1zb2FrLTAwMQ"; // 16 bytes in base64
    /** Settings that are left to the user. */
    private static final String SETTINGS = """
            log.dirs=%s
            replica.lag.time.max.ms=10000
            offsets.topic.replication.factor=3
            auto.create.topics.enable=false
            """;

    private static final String PLAIN = "BROKERS:PLAINTEXT,CONTROLLERS:PLAINTEXT";
    private static final String ENCRYPTED = "BROKERS:SSL,CONTROLLERS:SSL";
    private static final String TLS = """

            ssl.client.auth=required
            ssl.keystore.type=PEM
            ssl.keystore.location=%s
            ssl.truststore.type=PEM
            ssl.truststore.location=%s
            """;

    @Override
    public String name() {
        return "kafka-" + version;
    }

    @Override
    public String kind() {
        return "kafka";
    }

    @Override
    public String client() {
        return "io.narrows.databases.kafka.KafkaClient";
    }

    @Override
    public int clientPort() {
        return 9092;
    }

    @Override
    public List<String> tlsTargets() {
        return List.of("brokers", "controllers");
    }

    @Override
    public Server start(Member member, String classpath) {
        String generated = member.settings("server.properties");
        String own =
                member.tls().map(files -> withTls(generated, member, files)).orElse(generated);
        String settings = member.write("server.properties", SETTINGS.formatted(member.data()) + own)
                .toString();
        member.host()
                .run(
                        "java",
                        "-cp",
                        classpath,
                        "kafka.tools.StorageTool",
                        "format",
                        "--ignore-formatted",
                        "-t",
                        CLUSTER_ID,
                        "-c",
                        settings);
        return member.run(List.of("java", "-Xmx512m", "-cp", classpath, "kafka.Kafka", settings));
    }

    /** Returns the settings with TLS between brokers and controllers; one file has the key and the certificate. */
    private static String withTls(String settings, Member member, Identity files) {
        try {
            Path keyStore = member.write("broker.pem", Files.readString(files.key()) + Files.readString(files.cert()));
            return ExactText.replaced(settings, PLAIN, ENCRYPTED) + TLS.formatted(keyStore, files.ca());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isComplete(List<Member> members) {
        return members.stream().allMatch(member -> member.logged("Kafka Server started") == member.starts());
    }

    /** Counts elections of the controllers' quorum, whose epochs keep rising in a storm. */
    @Override
    public long elections(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.logged("Completed transition to (CandidateState|ProspectiveState|Leader)"))
                .sum();
    }
}
