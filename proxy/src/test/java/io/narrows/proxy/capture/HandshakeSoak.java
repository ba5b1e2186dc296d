package io.narrows.proxy.capture;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Databases begin TLS with sidecars while their bytes are damaged. */
@Command(
        name = "handshakes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Databases begin TLS with sidecars while their bytes are damaged.")
public final class HandshakeSoak implements Soak {
    private static final int REPEATS = 100;

    @Option(
            names = "--runs",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Databases. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--threads",
            defaultValue = "2",
            paramLabel = "N",
            description = "Threads, each with sidecars of its own. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--run",
            paramLabel = "N",
            description = "Repeat only the database with this number, " + REPEATS + " times, with new keys each time.")
    private @Nullable Integer only;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws Exception {
        System.out.println("handshakes: seed " + seed.seed());
        Path folder = Files.createTempDirectory("handshakes");
        try {
            HandshakeRuns all = new HandshakeRuns(seed.seed(), new HandshakeCertificates(folder), System.out);
            if (only == null) {
                all.run(runs, threads);
            } else {
                all.repeat(only, REPEATS);
            }
            all.print();
        } finally {
            remove(folder);
        }
        return 0;
    }

    private static void remove(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
