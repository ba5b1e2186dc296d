package io.narrows.cli.dictionary;

import io.narrows.codec.DictionaryFrames;
import io.narrows.codec.MalformedDataException;
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
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows dictionaries. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Shows the names, sizes and readable text of dictionaries.")
final class InspectVerb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Dictionaries.")
    private List<Path> files;

    @Option(
            names = "--text",
            description = "Also shows the readable text in them: runs of six or more printable ASCII characters.")
    private boolean text;

    @Mixin
    private OutputOption output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int exit = ExitCode.OK;
        for (Path file : files) {
            try {
                Dictionary dictionary = DictionaryFile.read(file);
                List<String> runs = new ArrayList<>();
                try {
                    if (text) {
                        addRuns(dictionary, runs);
                    }
                } catch (MalformedDataException e) {
                    err.println("narrows: " + file + ": " + e.getMessage());
                    exit = ExitCode.SOFTWARE;
                }
                if (output.isJson()) {
                    writeJson(file, dictionary, runs, out);
                } else {
                    writeTable(file, dictionary, runs, out);
                }
            } catch (FileSystemException e) {
                err.println("narrows: " + e.getFile() + ": " + Reason.of(e));
                exit = ExitCode.SOFTWARE;
            } catch (IOException e) {
                err.println("narrows: " + e.getMessage());
                exit = ExitCode.SOFTWARE;
            }
        }
        out.flush();
        err.flush();
        return exit;
    }

    /** Adds the readable text of the shared part, then that of the frames, up to a damaged one. */
    private static void addRuns(Dictionary dictionary, List<String> runs) throws MalformedDataException {
        PrintableText.of(dictionary.content(), runs::add);
        DictionaryFrames.decode(dictionary, content -> PrintableText.of(content, runs::add));
    }

    private void writeTable(Path file, Dictionary dictionary, List<String> runs, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s: %,d bytes, of which %,d are zstd's header%n",
                file,
                dictionary.length(),
                dictionary.headerLength());
        if (dictionary.hasFrames()) {
            out.printf(
                    Locale.ROOT,
                    "%,d frames of dense take %,d bytes%n",
                    dictionary.frameCount(),
                    dictionary.frameBytes());
        }
        out.println("name: " + dictionary.name());
        if (text) {
            out.println();
            runs.forEach(out::println);
        }
    }

    private void writeJson(Path file, Dictionary dictionary, List<String> runs, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(json -> {
            json.writeStringField("file", file.toString());
            json.writeStringField("name", dictionary.name().hex());
            json.writeNumberField("bytes", dictionary.length());
            json.writeNumberField("header_bytes", dictionary.headerLength());
            json.writeNumberField("frames", dictionary.frameCount());
            json.writeNumberField("frame_bytes", dictionary.frameBytes());
            if (text) {
                json.writeArrayFieldStart("text");
                for (String run : runs) {
                    json.writeString(run);
                }
                json.writeEndArray();
            }
        });
        lines.flush();
    }
}
