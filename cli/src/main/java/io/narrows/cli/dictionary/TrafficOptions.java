package io.narrows.cli.dictionary;

import io.narrows.cli.estimate.CaptureFiles;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.Sizes;
import io.narrows.config.TrafficClass;
import io.narrows.terminal.option.CodecOption;
import io.narrows.terminal.option.SizeConverter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of verbs that read traffic and measure dictionaries on it. */
final class TrafficOptions {
    private static final List<CodecSpec> MEASURED = List.of(
            CodecSpec.of(Codec.LZ4),
            CodecSpec.of(Codec.LZ4HC),
            CodecSpec.of(Codec.ZSTD, 1),
            CodecSpec.of(Codec.ZSTD, 3),
            CodecSpec.of(Codec.DENSE, 1),
            CodecSpec.of(Codec.DENSE));

    private static final long MIN_CONNECTION = 256;
    private static final long MAX_CONNECTION = 16 << 20;

    /** Maximum traffic in memory, in bytes; likewise of unfinished parts. */
    private static final long SAMPLE_BYTES = 48 << 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            converter = TrafficClassConverter.class,
            description = "Reads only traffic of this class; may be repeated. The class is that of a recording, or else"
                    + " recognized as by a sidecar without class-pattern. Default: all classes but encrypted.")
    private Set<TrafficClass> classes = new LinkedHashSet<>();

    @Option(
            names = "--connection-size",
            paramLabel = "SIZE",
            defaultValue = "20KiB",
            converter = SizeConverter.class,
            description = "Longer connections are divided into connections of about this size, 256B to 16MiB. Default:"
                    + " ${DEFAULT-VALUE}.")
    private long connectionSize;

    @Mixin
    private CodecOption codecs;

    /** Returns the codecs to measure. */
    List<CodecSpec> specs(Codecs available) {
        List<CodecSpec> specs =
                codecs.among(available, MEASURED, spec.commandLine().getErr());
        specs.stream()
                .filter(one -> !one.codec().beginsWithDictionary())
                .findFirst()
                .ifPresent(one -> {
                    throw new ParameterException(
                            spec.commandLine(), "--codec " + one + ": its streams cannot begin with a dictionary");
                });
        return specs;
    }

    /**
     * Requires zstd, which trains dictionaries, and without which they are not checked.
     *
     * @throws IOException if zstd is not available
     */
    static void requireZstd(Codecs available) throws IOException {
        if (!available.has(Codec.ZSTD)) {
            throw new IOException(
                    "zstd is not available: " + available.missing().get(Codec.ZSTD));
        }
    }

    /** Reads traffic from recordings and captures. */
    TrafficReader read(List<String> inputs) throws IOException {
        if (connectionSize < MIN_CONNECTION || connectionSize > MAX_CONNECTION) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--connection-size " + Sizes.format(connectionSize) + " (expected: 256B to 16MiB)");
        }
        if (inputs.stream().filter(CaptureFiles.STANDARD_INPUT::equals).count() > 1) {
            throw new ParameterException(spec.commandLine(), "- (standard input) can be given once only");
        }
        TrafficReader reader = new TrafficReader(new Traffic(classes, (int) connectionSize, SAMPLE_BYTES));
        reader.read(inputs, spec.commandLine().getErr());
        warnOfOmissions(reader.traffic(), spec.commandLine().getErr());
        return reader;
    }

    private void warnOfOmissions(Traffic traffic, PrintWriter err) {
        if (classes.isEmpty() && !traffic.leftOut().isEmpty()) {
            err.println("narrows: " + traffic.leftOut().get(TrafficClass.ENCRYPTED.name())
                    + " bytes of class encrypted are left out; --class encrypted reads them");
        }
        traffic.sampleNote().ifPresent(note -> err.println("narrows: " + note));
        err.flush();
    }

    /** Returns what is missing if the inputs have no traffic of these classes. */
    String nothing() {
        return classes.isEmpty()
                ? "no traffic to read (expected: connections of a class other than encrypted)"
                : "no traffic of class "
                        + String.join(
                                ", ", classes.stream().map(TrafficClass::name).toList());
    }
}
