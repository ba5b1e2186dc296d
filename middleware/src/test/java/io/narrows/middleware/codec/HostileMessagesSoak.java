package io.narrows.middleware.codec;

import io.grpc.Codec;
import io.grpc.Status;
import io.narrows.codec.Codecs;
import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Damaged gRPC messages go through the decoders of the middleware. */
@Command(
        name = "messages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Damaged gRPC messages go through the decoders of the middleware.")
public final class HostileMessagesSoak implements Soak {
    @Option(
            names = "--runs",
            defaultValue = "100000",
            paramLabel = "N",
            description = "Messages of each encoding. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException {
        System.out.printf(
                "%,d damaged messages of each encoding, half of them sealed again, seed %d%n", runs, seed.seed());
        for (Codec codec : GrpcCodecs.of(Codecs.load(), HostileMessages.LIMITS).all()) {
            HostileMessages messages = new HostileMessages(seed.seed());
            Map<Status.Code, Integer> outcomes = messages.run(codec, runs);
            System.out.printf(
                    "%-7s %s, at most %,d bytes of heap for one%n",
                    codec.getMessageEncoding(), outcomes, messages.mostAllocated());
        }
        System.out.println("the process: " + peakMemory());
        return 0;
    }

    private static String peakMemory() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElse("VmHWM unknown")
                .replaceAll("\\s+", " ");
    }
}
