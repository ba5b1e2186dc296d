package io.narrows.cli.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.terminal.option.OutputOption;
import io.narrows.terminal.output.JsonLines;
import io.narrows.terminal.output.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks dictionaries. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Checks dictionaries, and measures what they save on other traffic.",
        footer = {
            "",
            "Checks the file's fields and checksum, that zstd accepts the dictionary, and that",
            "its frames of dense, if it has any, can be decoded.",
            "Exits with 0 if all are intact, otherwise 1. Warns if users other than the owner",
            "can read or change a file."
        })
final class VerifyVerb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Dictionaries.")
    private List<Path> files;

    @Option(
            names = "--on",
            paramLabel = "TRACE|FILE",
            description = "Traffic to measure them on, as for train; may be repeated. It should not be what they were"
                    + " trained on.")
    private List<String> inputs = new ArrayList<>();

    @Mixin
    private TrafficOptions options;

    @Mixin
    private OutputOption output;

    /** The traffic to measure dictionaries on. */
    private record Trial(List<Piece> pieces, List<CodecSpec> specs, boolean whole) {}

    @Override
    public Integer call() {
        Codecs codecs = Codecs.load();
        List<CodecSpec> specs = options.specs(codecs);
        PrintWriter err = spec.commandLine().getErr();
        try {
            TrafficOptions.requireZstd(codecs);
            Optional<Trial> trial = Optional.empty();
            if (!inputs.isEmpty()) {
                TrafficReader reader = options.read(inputs);
                trial = Optional.of(new Trial(reader.traffic().inOrder(), specs, reader.isWhole()));
                if (trial.get().pieces().isEmpty()) {
                    throw new IOException(options.nothing());
                }
            }
            boolean ok = trial.map(Trial::whole).orElse(true);
            for (Path file : files) {
                ok &= verify(file, codecs, trial);
            }
            return ok ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (FileSystemException e) {
            err.println("narrows: " + e.getFile() + ": " + Reason.of(e));
        } catch (IOException e) {
            err.println("narrows: " + e.getMessage());
        } finally {
            spec.commandLine().getOut().flush();
            err.flush();
        }
        return ExitCode.USAGE;
    }

    private boolean verify(Path file, Codecs codecs, Optional<Trial> trial) {
        try {
            Dictionary dictionary = DictionaryFile.read(file);
            try (StreamDictionary prepared = codecs.dictionary(dictionary)) {
                Optional<GainReport> gains = Optional.empty();
                if (trial.isPresent()) {
                    List<Piece> pieces = trial.get().pieces();
                    gains = Optional.of(new GainReport(
                            pieces,
                            OptionalInt.empty(),
                            Gain.of(pieces, trial.get().specs(), codecs, prepared)));
                }
                warnIfOpenToOthers(file);
                report(file, dictionary, gains);
                return true;
            }
        } catch (FileSystemException e) {
            reportProblem(file, e.getFile() + ": " + Reason.of(e));
        } catch (MalformedDataException e) {
            reportProblem(file, file + ": " + e.getMessage());
        } catch (IOException e) {
            reportProblem(file, String.valueOf(e.getMessage()));
        }
        return false;
    }

    private void warnIfOpenToOthers(Path file) throws IOException {
        if (DictionaryFile.isOpenToOthers(file)) {
            spec.commandLine()
                    .getErr()
                    .println("narrows: " + file
                            + ": users other than the owner can read or change it; chmod 600 prevents that");
        }
    }

    private void report(Path file, Dictionary dictionary, Optional<GainReport> gains) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            JsonLines lines = new JsonLines(out);
            lines.line(json -> {
                json.writeStringField("file", file.toString());
                json.writeBooleanField("ok", true);
                json.writeStringField("name", dictionary.name().hex());
                json.writeNumberField("bytes", dictionary.length());
                if (gains.isPresent()) {
                    gains.get().writeJson(json);
                }
            });
            lines.flush();
        } else {
            out.println(file + ": ok, " + dictionary.name());
            gains.ifPresent(report -> report.writeTable("the given traffic", out));
        }
    }

    private void reportProblem(Path file, String problem) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            JsonLines lines = new JsonLines(out);
            lines.line(json -> {
                json.writeStringField("file", file.toString());
                json.writeBooleanField("ok", false);
                json.writeStringField("problem", problem);
            });
            lines.flush();
        } else {
            out.println(problem);
        }
    }
}
