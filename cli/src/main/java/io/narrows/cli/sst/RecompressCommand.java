package io.narrows.cli.sst;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.Levels;
import io.narrows.codec.ZstdDictionaries;
import io.narrows.terminal.option.CodecOption;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.option.Range;
import io.narrows.terminal.option.SizeConverter;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the size of the data blocks of files with other codecs. */
@Command(
        name = "recompress",
        mixinStandardHelpOptions = true,
        description = "Measures size, ratio and speed of each codec and level on the data blocks of SST files.",
        footer = {
            "",
            "Each block is compressed and decompressed on its own, as when a file is",
            "written; one that does not shrink by an eighth is stored uncompressed. Sizes",
            "are those of data blocks including the five-byte trailer; speeds are in 10^6",
            "uncompressed bytes per second of processor time of one thread. Every byte is",
            "verified. No file is written."
        })
final class RecompressCommand implements Callable<Integer> {
    private static final long MIN_BLOCK_SIZE = 64;
    private static final long MAX_BLOCK_SIZE = 16 << 20;
    private static final long MAX_DICTIONARY = 4 << 20;
    private static final long MAX_SAMPLE = 256 << 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private SstFiles files;

    @Mixin
    private CodecOption codecs;

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "First rebuilds the blocks at this size, 64B to 16MiB. Default: the blocks of the file.")
    private @Nullable Long blockSize;

    @Option(
            names = "--dictionary",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Trains a zstd dictionary of at most this size on the sampled blocks, 256B to 4MiB, and counts its"
                            + " bytes. Default: none.")
    private @Nullable Long dictionary;

    @Option(
            names = "--sample",
            paramLabel = "SIZE",
            defaultValue = "16MiB",
            converter = SizeConverter.class,
            description =
                    "Approximate number of uncompressed bytes to sample from across the file; they are held in memory."
                            + " Default: ${DEFAULT-VALUE}.")
    private long sample;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        checkSizes();
        PrintWriter out = spec.commandLine().getOut();
        Codecs there = Codecs.load();
        Trials trials = trials(there, spec.commandLine().getErr());
        trials.specs().stream()
                .filter(tried -> !tried.codec().hasBlocks())
                .findFirst()
                .ifPresent(tried -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            tried + " compresses streams only, not blocks (expected: a codec for files)");
                });
        TableProblemReport report = new TableProblemReport(spec.commandLine().getErr());
        files.each(
                there,
                (file, table) -> {
                    Recompression result = trials.run(file, table);
                    if (output.isJson()) {
                        RecompressionJson.write(result, out);
                    } else {
                        RecompressionTable.write(result, out);
                    }
                },
                report);
        return report.exitCode();
    }

    private void checkSizes() {
        try {
            if (blockSize != null) {
                Range.checkSize("--block-size", blockSize, MIN_BLOCK_SIZE, MAX_BLOCK_SIZE);
            }
            if (dictionary != null) {
                Range.checkSize("--dictionary", dictionary, ZstdDictionaries.MIN_BYTES, MAX_DICTIONARY);
            }
            Range.checkSize("--sample", sample, 1, MAX_SAMPLE);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Trials trials(Codecs there, PrintWriter err) {
        return new Trials(
                there, codecs.among(there, everyLevel(), err), sample, optional(blockSize), optional(dictionary));
    }

    private static OptionalInt optional(@Nullable Long size) {
        return size == null ? OptionalInt.empty() : OptionalInt.of(size.intValue());
    }

    private static List<CodecSpec> everyLevel() {
        return Codec.ofBlocks().stream().flatMap(RecompressCommand::levels).toList();
    }

    private static Stream<CodecSpec> levels(Codec codec) {
        Levels levels = Levels.of(codec);
        return IntStream.rangeClosed(levels.min(), levels.max())
                .filter(levels::allow)
                .mapToObj(level -> CodecSpec.of(codec, level));
    }
}
