package io.narrows.bench;

import io.narrows.bench.load.ShortConnections;
import io.narrows.bench.report.DocOptions;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.tunnel.DictionaryDirectory;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.bench.tunnel.Usage;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares short connections whose contexts begin empty with those that begin from the states of earlier ones, or with dictionaries. */
@Command(
        name = "short-connections",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Cuts recordings into short connections and carries them through two sidecars, one after another, with dense: begun"
                    + " empty, primed, and with dictionaries of the connections before. Compares all bytes on the wire, hellos included, but not the headers of TCP and IP.",
            "Takes about a minute and a half for each recording."
        })
public final class ShortConnectionsCommand implements Benchmark {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Packed recordings.")
    private List<Path> files;

    @Option(
            names = "--connections",
            defaultValue = "1000",
            paramLabel = "N",
            description = "How many are counted. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--before",
            defaultValue = "100",
            paramLabel = "N",
            description = "How many are carried before, which also warm up the sidecars. Default: ${DEFAULT-VALUE}.")
    private int before;

    @Option(
            names = "--bytes",
            defaultValue = "20000",
            paramLabel = "N",
            description = "Bytes of each connection, both directions together. Default: ${DEFAULT-VALUE}.")
    private int bytes;

    @Option(
            names = "--level",
            defaultValue = "2",
            paramLabel = "N",
            description = "Of dense. Default: ${DEFAULT-VALUE}.")
    private int level;

    @Mixin
    private DocOptions doc;

    private final Routes routes = new Routes();

    @Override
    public Integer call() throws IOException {
        MarkdownTable table = MarkdownTable.ofFigures(
                "recording",
                List.of(
                        "app",
                        "begun empty",
                        "primed",
                        "primed / empty",
                        "with a dictionary",
                        "dictionary / empty",
                        "CPU s, empty",
                        "CPU s, primed",
                        "CPU s, dictionary"));
        for (Path file : files) {
            ShortConnections recording = ShortConnections.read(file, bytes);
            Carried empty = carried(recording, "", "");
            Carried primed = carried(recording, ", primed: plain", "");
            Carried begun = withDictionaries(recording);
            table.row(
                    recording.name(),
                    List.of(
                            "%,d".formatted(empty.appBytes()),
                            "%,d".formatted(empty.usage().wireBytes()),
                            "%,d".formatted(primed.usage().wireBytes()),
                            share(primed, empty),
                            "%,d".formatted(begun.usage().wireBytes()),
                            share(begun, empty),
                            "%.2f".formatted(empty.usage().cpuSeconds()),
                            "%.2f".formatted(primed.usage().cpuSeconds()),
                            "%.2f".formatted(begun.usage().cpuSeconds())));
        }
        doc.publish(table.toString());
        return 0;
    }

    private record Carried(long appBytes, Usage usage) {}

    private static String share(Carried some, Carried empty) {
        return "%.2f"
                .formatted((double) some.usage().wireBytes() / empty.usage().wireBytes());
    }

    private Carried withDictionaries(ShortConnections recording) throws IOException {
        try (DictionaryDirectory dictionaries = DictionaryDirectory.create()) {
            dictionaries.train(true, recording.reads(true, before));
            dictionaries.train(false, recording.reads(false, before));
            return carried(recording, ", dictionary: plain", dictionaries.key());
        }
    }

    /**
     * @param use keys of the rule, after those of the codec
     * @param key of both files
     */
    private Carried carried(ShortConnections recording, String use, String key) throws IOException {
        String rule = "{codec: dense, level: %d%s}".formatted(level, use);
        try (MutualTunnel tunnel = MutualTunnel.open(rule, key, routes.next(), routes.next())) {
            recording.run(tunnel.out(), 0, before);
            Measurement.settle();
            Usage start = tunnel.usage();
            long appBytes = recording.run(tunnel.out(), before, connections);
            Measurement.settle();
            tunnel.check();
            Usage usage = tunnel.usage().minus(start);
            System.err.printf("bench: %s, %s: %,d bytes%n", recording.name(), rule, usage.wireBytes());
            return new Carried(appBytes, usage);
        }
    }
}
