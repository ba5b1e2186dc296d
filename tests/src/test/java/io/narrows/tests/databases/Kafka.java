package io.narrows.tests.databases;

import io.narrows.tests.support.Server;
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
    public Server start(Member member, String classpath) {
        String settings = member.write(
                        "server.properties", SETTINGS.formatted(member.data()) + member.settings("server.properties"))
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
