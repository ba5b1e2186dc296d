package io.narrows.bench;

import io.narrows.bench.load.PairRecording;
import io.narrows.bench.report.DocOptions;
import io.narrows.lab.play.Score;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.TraceRecord;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the estimates of {@code what-if} with links that use the codecs, and the delay of traffic with it and without. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Plays the busiest connection of recordings through two sidecars: with what-if, and with each codec.")
public final class WhatIfCommand implements Benchmark {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Packed recordings.")
    private List<Path> files;

    @Option(
            names = "--rounds",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Measures delays instead, with what-if, without, and without again, N times. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws IOException {
        List<String> tables = new ArrayList<>();
        for (Path file : files) {
            RecordedConnection busiest = busiest(read(file));
            boolean byClient = bytes(busiest.clientToServer()) >= bytes(busiest.serverToClient());
            String name = file.getFileName().toString().replaceFirst("\\..*", "");
            PairRecording recording = new PairRecording(Score.of(new Recording(name, List.of(busiest))), List.of(true));
            tables.add(
                    rounds == 0
                            ? new WhatIfAccuracy(recording, byClient).table()
                            : new WhatIfDelays(recording).table(rounds));
        }
        doc.publish(String.join("\n", tables));
        return 0;
    }

    private static Recording read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return RecordingFile.read(file.toString(), in);
        }
    }

    private static RecordedConnection busiest(Recording recording) {
        return recording.connections().stream()
                .max(Comparator.comparingLong(
                        one -> Math.max(bytes(one.clientToServer()), bytes(one.serverToClient()))))
                .orElseThrow();
    }

    private static long bytes(List<TraceRecord> records) {
        return records.stream().mapToLong(TraceRecord::length).sum();
    }
}
