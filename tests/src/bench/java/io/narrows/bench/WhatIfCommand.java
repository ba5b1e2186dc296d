package io.narrows.bench;

import io.narrows.bench.load.BusiestConnection;
import io.narrows.bench.load.PairRecording;
import io.narrows.bench.report.DocOptions;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Packed recordings, or folders of traces.")
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
            BusiestConnection busiest = BusiestConnection.read(file);
            PairRecording recording = busiest.recording();
            tables.add(
                    rounds == 0
                            ? new WhatIfAccuracy(recording, busiest.byClient()).table()
                            : new WhatIfDelays(recording).table(rounds));
        }
        doc.publish(String.join("\n", tables));
        return 0;
    }
}
