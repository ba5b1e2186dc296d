package io.narrows.bench;

import io.narrows.bench.kafka.Setting;
import io.narrows.bench.kafka.UnpackTable;
import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import io.narrows.tests.grpc.Exchange;
import io.narrows.tests.grpc.GrpcCodec;
import io.narrows.tests.grpc.GrpcLibrary;
import io.narrows.tests.grpc.GrpcPair;
import io.narrows.tests.grpc.OrderMessages;
import io.narrows.tests.support.ReplicationTraffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares the bytes on the wire with and without unpack, for gRPC's messages of each library and codec. */
@Command(
        name = "grpc",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sends compressed messages between peers of gRPC, through sidecars.")
public final class GrpcCommand implements Benchmark {
    private static final int BYTES_PER_MB = 1_000_000;

    @Option(
            names = "--libraries",
            split = ",",
            defaultValue = "java,go",
            paramLabel = "NAME",
            description = "Of client and server. Default: ${DEFAULT-VALUE}.")
    private List<String> libraries;

    @Option(
            names = "--codecs",
            split = ",",
            defaultValue = "gzip,snappy",
            paramLabel = "CODEC",
            description = "Of messages. Default: ${DEFAULT-VALUE}.")
    private List<String> codecs;

    @Option(
            names = "--settings",
            split = ",",
            defaultValue = "zstd,zstd-unpack",
            paramLabel = "NAME",
            description = "Of the sidecars. Default: ${DEFAULT-VALUE}.")
    private List<String> settings;

    @Option(
            names = "--mb",
            defaultValue = "4",
            paramLabel = "MB",
            description = "Of messages before compression, in each direction. Default: ${DEFAULT-VALUE}.")
    private int megabytes;

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "1000,4000,24000,100000",
            paramLabel = "BYTES",
            description = "Of messages before compression, in turn. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes;

    @Option(
            names = "--calls",
            split = ",",
            defaultValue = "1,4",
            paramLabel = "NUMBER",
            description = "Messages that are sent at once, a row for each. Default: ${DEFAULT-VALUE}.")
    private List<Integer> calls;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws IOException {
        doc.publish(UnpackTable.of(settings, this::measure).toString());
        return 0;
    }

    private void measure(Setting setting, Path directory, UnpackTable table) throws IOException {
        try (GrpcPair pair = GrpcPair.start(directory, setting.rule())) {
            long seed = 0;
            for (String library : libraries) {
                for (String codec : codecs) {
                    for (int atOnce : calls) {
                        // Each row has other messages: none are repetitions of an earlier row's.
                        OrderMessages messages = OrderMessages.write(
                                directory.resolve("messages"), seed++, sizes, megabytes * BYTES_PER_MB);
                        String row = "%s-%s, %d at once".formatted(library, codec, atOnce);
                        ReplicationTraffic before = pair.traffic();
                        Exchange exchange =
                                pair.exchange(GrpcLibrary.named(library), GrpcCodec.named(codec), messages, atOnce);
                        ReplicationTraffic traffic = pair.traffic().since(before);
                        if (!exchange.isOf(messages)) {
                            throw new IllegalStateException(row + ": other messages arrived than were sent");
                        }
                        table.add(setting, row, traffic, exchange.packedBytes());
                        System.err.printf("bench: %s, %s: %s%n", setting.label(), row, traffic);
                    }
                }
            }
        }
    }
}
