package io.narrows.cli.analyze;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Sizes;
import io.narrows.terminal.option.CodecOption;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.option.SizeConverter;
import io.narrows.terminal.output.ProgressBar;
import io.narrows.unpack.recipe.Recipes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the results of each codec on recorded traffic or on files. */
@Command(
        name = "analyze",
        mixinStandardHelpOptions = true,
        description = "Measures size, ratio and speed of each codec on recorded traffic or on files.",
        footer = {
            "",
            "\"per read\" compresses each read on its own and stores it uncompressed if it",
            "does not shrink; \"stream\" keeps one context per connection and direction and",
            "flushes it after each read, as the sidecar does. Sizes exclude framing; speeds",
            "are those of one thread, in 10^6 uncompressed bytes per second. Every byte is",
            "checked. \"with unpack\" are the results of a policy with unpack: messages that",
            "the application compressed are unpacked before, and rebuilt afterwards, in the",
            "speeds too."
        })
public final class AnalyzeCommand implements Callable<Integer> {
    private static final int MAX_READ = 1 << 20;

    private static final List<CodecSpec> TEN = List.of(
            CodecSpec.of(Codec.NONE),
            CodecSpec.of(Codec.SNAPPY),
            CodecSpec.of(Codec.LZ4),
            CodecSpec.of(Codec.LZ4HC, 9),
            CodecSpec.of(Codec.GZIP, 1),
            CodecSpec.of(Codec.GZIP, 6),
            CodecSpec.of(Codec.ZSTD, -1),
            CodecSpec.of(Codec.ZSTD, 1),
            CodecSpec.of(Codec.ZSTD, 3),
            CodecSpec.of(Codec.ZSTD, 9));

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE|FILE",
            description = "Directory with an index.json, a .trace file, or any other file, which is cut into reads.")
    private List<Path> inputs;

    @Mixin
    private CodecOption codecs;

    @Option(
            names = "--read-size",
            paramLabel = "SIZE",
            defaultValue = "64KiB",
            converter = SizeConverter.class,
            description = "Size of the reads that a plain file is cut into, 1B to 1MiB. Default: ${DEFAULT-VALUE}.")
    private long readSize;

    @Option(
            names = "--unpack",
            paramLabel = "FORMAT",
            split = ",",
            converter = PackedFormatConverter.class,
            description = "Formats of compressed messages to unpack: lz4, snappy, gzip, zstd. Default: all of them.")
    private List<PackedFormat> unpack = List.of(PackedFormat.values());

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        if (readSize < 1 || readSize > MAX_READ) {
            throw new ParameterException(
                    spec.commandLine(), "--read-size " + Sizes.format(readSize) + " (expected: 1B to 1MiB)");
        }
        PrintWriter err = spec.commandLine().getErr();
        try {
            Codecs there = Codecs.load();
            report(analyses(codecs.among(there, TEN, err), there));
            return ExitCode.OK;
        } catch (NoSuchFileException e) {
            err.println("narrows: " + e.getFile() + ": no such file");
        } catch (IOException e) {
            err.println("narrows: " + e.getMessage());
        }
        err.flush();
        return ExitCode.USAGE;
    }

    private List<Analysis> analyses(List<CodecSpec> specs, Codecs there) throws IOException {
        List<Traffic> traffic = new ArrayList<>();
        for (Path input : inputs) {
            traffic.add(Traffic.open(input, (int) readSize));
        }
        long bytes = traffic.stream().mapToLong(Traffic::bytes).sum();
        long work = bytes * specs.size() * Analysis.PASSES;
        Recipes recipes = Recipes.ofThisProcess();
        Set<PackedFormat> formats = EnumSet.copyOf(unpack);
        try (ProgressBar bar = ProgressBar.onStandardError(work)) {
            List<Analysis> analyses = new ArrayList<>();
            for (Traffic one : traffic) {
                analyses.add(Analysis.of(one, specs, there, formats, recipes.agreed(recipes.encoders()), bar::add));
            }
            return analyses;
        }
    }

    private void report(List<Analysis> analyses) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            JsonReport.write(analyses, out);
        } else {
            analyses.forEach(analysis -> TableReport.write(analysis, out));
        }
    }
}
