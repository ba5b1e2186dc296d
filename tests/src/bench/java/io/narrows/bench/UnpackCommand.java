package io.narrows.bench;

import io.narrows.bench.kafka.Setting;
import io.narrows.bench.kafka.UnpackTable;
import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.kafka.KafkaClient;
import io.narrows.tests.kafka.KafkaCluster;
import io.narrows.tests.kafka.KafkaCodec;
import io.narrows.tests.kafka.KafkaRelease;
import io.narrows.tests.kafka.Lines;
import io.narrows.tests.kafka.Topic;
import io.narrows.tests.support.ReplicationTraffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the bytes on the wire with and without unpack, for Kafka's batches of each codec and client. */
@Command(
        name = "unpack",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Replicates batches of several clients and codecs between Kafka brokers, through sidecars.")
public final class UnpackCommand implements Benchmark {
    private static final int BYTES_PER_MB = 1_000_000;

    @Option(
            names = "--brokers",
            defaultValue = "4.1",
            paramLabel = "VERSION",
            description = "Of the brokers: 3.9 or 4.1. Default: ${DEFAULT-VALUE}.")
    private String brokers;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "java-3.9,java-4.1,librdkafka,go",
            paramLabel = "NAME",
            description = "Which clients. Default: ${DEFAULT-VALUE}.")
    private List<String> clients;

    @Option(
            names = "--codecs",
            split = ",",
            defaultValue = "lz4,snappy,gzip,zstd",
            paramLabel = "CODEC",
            description = "Of the clients. Default: ${DEFAULT-VALUE}.")
    private List<String> codecs;

    @Option(
            names = "--settings",
            split = ",",
            defaultValue = "zstd,zstd-unpack,dense,dense-unpack",
            paramLabel = "NAME",
            description = "Of the sidecars. Default: ${DEFAULT-VALUE}.")
    private List<String> settings;

    @Option(
            names = "--mb",
            defaultValue = "8",
            paramLabel = "MB",
            description = "Of records before compression, for each client and codec. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--batches",
            split = ",",
            defaultValue = "16384,65536,262144,900000",
            paramLabel = "BYTES",
            description = "Of batches before compression, one size after the other. Default: ${DEFAULT-VALUE}.")
    private List<Integer> batchBytes;

    @Option(
            names = "--rate",
            defaultValue = "2",
            paramLabel = "MB/S",
            description = "Of records before compression, at most. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws IOException {
        doc.publish(UnpackTable.of(settings, this::measure).toString());
        return 0;
    }

    private void measure(Setting setting, Path directory, UnpackTable table) throws IOException {
        try (KafkaCluster cluster = KafkaCluster.start(directory, new KafkaRelease(brokers), setting.rule())) {
            long seed = 0;
            for (String client : clients) {
                for (String codec : codecs) {
                    // Each topic has other records: none are repetitions of an earlier topic's.
                    List<Lines> lines = Lines.write(
                            directory, seed++, batchBytes, megabytes * BYTES_PER_MB, (int) (rate * BYTES_PER_MB));
                    Topic topic = new Topic(client + "-" + codec, KafkaCodec.named(codec));
                    ReplicationTraffic traffic = replicated(cluster, client, lines, topic);
                    table.add(setting, topic.name(), traffic, cluster.packedBytes(topic));
                    System.err.printf("bench: %s, %s: %s%n", setting.label(), topic.name(), traffic);
                }
            }
        }
    }

    private ReplicationTraffic replicated(KafkaCluster cluster, String client, List<Lines> lines, Topic topic)
            throws IOException {
        String[] nameAndVersion = client.split("-");
        KafkaRelease release = new KafkaRelease(nameAndVersion.length > 1 ? nameAndVersion[1] : brokers);
        ReplicationTraffic before = cluster.traffic();
        cluster.produce(KafkaClient.named(nameAndVersion[0]), release, lines, List.of(topic));
        return cluster.traffic().since(before);
    }
}
