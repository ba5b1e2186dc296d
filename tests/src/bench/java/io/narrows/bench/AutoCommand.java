package io.narrows.bench;

import io.narrows.bench.load.BusiestConnection;
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

/** Compares {@code codec: auto} with its candidates, in dollars of the sending sidecar. */
@Command(
        name = "auto",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Plays the busiest connection of recordings through two sidecars: with each candidate of codec auto, and with auto"
                    + " after 30 s. Compares the cost of the sender's link bytes and codec time.",
            "Takes about four minutes for each recording."
        })
public final class AutoCommand implements Benchmark {
    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Packed recordings, or folders of traces.")
    private List<Path> files = List.of();

    @Option(
            names = "--burner",
            description =
                    "Also measures auto and the best codec while other processes keep all processors busy; a minute more.")
    private boolean burner;

    @Option(
            names = "--one-connection",
            description =
                    "Replays on one connection, instead of a new one for each replay, so that the link lasts long enough for its"
                            + " own samples. For recordings of 6 MiB or more: others would be found in a codec's history.")
    private boolean onOneConnection;

    @Option(
            names = "--changing",
            description = "Also measures a connection of text, then noise, then text; about five minutes.")
    private boolean changing;

    @Mixin
    private DocOptions doc;

    @Override
    public Integer call() throws IOException {
        List<String> tables = new ArrayList<>();
        for (Path file : files) {
            tables.add(new AutoComparison(BusiestConnection.read(file), onOneConnection).table(burner));
        }
        if (changing) {
            tables.add(new AutoChanging().table());
        }
        doc.publish(String.join("\n", tables));
        return 0;
    }
}
