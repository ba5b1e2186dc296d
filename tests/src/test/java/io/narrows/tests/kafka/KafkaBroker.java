package io.narrows.tests.kafka;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Kafka node that is broker and controller. Others reach it by its name {@code kafka-N}, at the loopback address 127.0.1.N of
 * its host; clients at the host's address. Topics come into being with their first record, with one partition that has a
 * replica on each of three brokers; a write is acknowledged once all of them have it.
 */
public final class KafkaBroker {
    static final int BROKER_PORT = 9093;
    static final int CONTROLLER_PORT = 9094;
    private static final int CLIENT_PORT = 9092;
    private static final String CLUSTER_ID = "bmFycm93cy11bnBhY2stMQ"; // 16 bytes in base64
    private static final String SETTINGS = """
            process.roles=broker,controller
            node.id=%1$d
            listeners=CLIENTS://%2$s:9092,BROKERS://127.0.1.%1$d:9093,CONTROLLERS://127.0.1.%1$d:9094
            advertised.listeners=CLIENTS://%2$s:9092,BROKERS://kafka-%1$d:9093,CONTROLLERS://kafka-%1$d:9094
            listener.security.protocol.map=CLIENTS:PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLERS:PLAINTEXT
            inter.broker.listener.name=BROKERS
            controller.listener.names=CONTROLLERS
            controller.quorum.voters=1@kafka-1:9094,2@kafka-2:9094,3@kafka-3:9094
            log.dirs=%3$s
            num.network.threads=1
            num.io.threads=2
            num.partitions=1
            default.replication.factor=3
            min.insync.replicas=3
            replica.lag.time.max.ms=60000
            """;

    private final Host host;
    private final KafkaRelease release;
    private final Path settings;
    private final Server formatting;
    private Server server;

    /**
     * Begins to format the data directory.
     *
     * @param number 1 to 3
     */
    KafkaBroker(Host host, int number, KafkaRelease release) throws IOException {
        this.host = host;
        this.release = release;
        this.settings = Files.writeString(
                host.directory().resolve("server.properties"), SETTINGS.formatted(number, host.ip(), data()));
        this.formatting = host.start(
                "format", java("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", settings.toString()));
    }

    /** Waits until the data directory is formatted, and starts the node. */
    void start() throws IOException {
        if (formatting.exitCode() != 0) {
            throw new IllegalStateException("cannot format the data of " + host.name() + ":\n" + formatting.log());
        }
        server = host.start("kafka", java("kafka.Kafka", settings.toString()));
    }

    private List<String> java(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "java", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", release.classpath(), main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** @throws IllegalStateException if it has ended */
    boolean isStarted() {
        if (!server.isAlive()) {
            throw new IllegalStateException("Kafka on " + host.name() + " has ended:\n" + server.log());
        }
        return server.log().contains("Kafka Server started");
    }

    /** Returns the address for clients. */
    String clientAddress() {
        return host.ip() + ":" + CLIENT_PORT;
    }

    /** Returns this broker's replica of a topic's only partition. */
    public TopicLog log(String topic) throws IOException {
        return TopicLog.read(data().resolve(topic + "-0"));
    }

    private Path data() {
        return host.directory().resolve("data");
    }

    public long pid() {
        return server.pid();
    }
}
