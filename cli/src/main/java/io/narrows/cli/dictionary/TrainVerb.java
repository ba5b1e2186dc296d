package io.narrows.cli.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.DictionaryTraining;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.config.Sizes;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.option.SizeConverter;
import io.narrows.terminal.output.JsonLines;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a dictionary. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = "Trains a dictionary on recorded traffic, and measures what it saves on the rest of it.",
        footer = {
            "",
            "Cuts each direction of each connection into parts of --connection-size. Trains on",
            "those that end before the last quarter of the bytes begins, and measures on that",
            "quarter, each part with a context of its own. Inputs count as later than those",
            "before them. Sizes exclude framing.",
            "",
            "A dictionary contains parts of the traffic as they are: treat the file like that",
            "traffic. Only its owner may read it."
        })
final class TrainVerb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE|FILE",
            description =
                    "Directory with an index.json, a .trace file, a recording of the demo (.zst), a capture in the"
                            + " format pcap or pcapng, or - for a capture from standard input.")
    private List<String> inputs;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "File to write the dictionary to, which must not exist.")
    private Path file;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            defaultValue = "112KiB",
            converter = SizeConverter.class,
            description = "Maximum size of the dictionary, 256B to 112KiB. Default: ${DEFAULT-VALUE}.")
    private long maxSize;

    @Mixin
    private TrafficOptions options;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        if (maxSize < Dictionary.MIN_BYTES || maxSize > Dictionary.MAX_BYTES) {
            throw new ParameterException(
                    spec.commandLine(), "--max-size " + Sizes.format(maxSize) + " (expected: 256B to 112KiB)");
        }
        Codecs codecs = Codecs.load();
        List<CodecSpec> specs = options.specs(codecs);
        PrintWriter err = spec.commandLine().getErr();
        try {
            TrafficOptions.requireZstd(codecs);
            checkTarget();
            TrafficReader reader = options.read(inputs);
            Split split = Split.of(reader.traffic().inOrder());
            Optional<Dictionary> trained = DictionaryTraining.train(split.samples(), (int) maxSize);
            if (trained.isPresent()) {
                GainReport gains = measure(trained.get(), split, specs, codecs);
                DictionaryFile.write(file, trained.get());
                report(trained.get(), split, gains);
                return reader.isWhole() ? ExitCode.OK : ExitCode.SOFTWARE;
            }
            err.println("narrows: " + refusal(split));
        } catch (FileSystemException e) {
            err.println("narrows: " + e.getFile() + ": " + Reason.of(e));
        } catch (IOException e) {
            err.println("narrows: " + e.getMessage());
        }
        err.flush();
        return ExitCode.USAGE;
    }

    /** Fails if the file could not be written, before any traffic is read. */
    private void checkTarget() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "no such directory");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
    }

    private String refusal(Split split) {
        if (split.training().isEmpty()) {
            return options.nothing();
        }
        return String.format(
                Locale.ROOT,
                "nothing to train on: %,d reads of %,d bytes are too few or have nothing in common",
                split.samples().size(),
                Piece.bytes(split.training()));
    }

    private static GainReport measure(Dictionary dictionary, Split split, List<CodecSpec> specs, Codecs codecs)
            throws IOException {
        try (StreamDictionary prepared = codecs.dictionary(dictionary)) {
            return split.report(Gain.of(split.measured(), specs, codecs, prepared));
        }
    }

    private void report(Dictionary dictionary, Split split, GainReport gains) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            writeJson(dictionary, split, gains, out);
        } else {
            writeTable(dictionary, split, gains, out);
        }
        out.flush();
    }

    private void writeTable(Dictionary dictionary, Split split, GainReport gains, PrintWriter out) {
        out.printf(Locale.ROOT, "%s: %,d bytes%n", file, dictionary.length());
        out.println("name: " + dictionary.name());
        out.printf(
                Locale.ROOT,
                "trained on %,d reads, %,d bytes%n%n",
                split.samples().size(),
                Piece.bytes(split.training()));
        gains.writeTable("later traffic", out);
    }

    private void writeJson(Dictionary dictionary, Split split, GainReport gains, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("file", file.toString());
            json.writeStringField("name", dictionary.name().hex());
            json.writeNumberField("bytes", dictionary.length());
            json.writeObjectFieldStart("trained");
            json.writeNumberField("reads", split.samples().size());
            json.writeNumberField("bytes", Piece.bytes(split.training()));
            json.writeEndObject();
            gains.writeJson(json);
        });
        lines.flush();
    }
}
