package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a program to its end. */
public final class Command {
    private static final int LIMIT_SECONDS = 900;

    private Command() {}

    /**
     * Returns the program's output, standard error included.
     *
     * @throws IllegalStateException if it fails or takes longer than fifteen minutes; the message has its output
     */
    public static String run(List<String> command) {
        return run(command, Path.of("/dev/null"));
    }

    /** Runs a program like {@link #run(List)}, with the file as its standard input. */
    public static String run(List<String> command, Path input) {
        try {
            Path output = Files.createTempFile("command", ".out");
            Process process = new ProcessBuilder(command)
                    .redirectInput(input.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException("%s: %s: %s"
                        .formatted(
                                String.join(" ", command),
                                ended ? "exit " + process.exitValue() : "no end",
                                oneLine(text)));
            }
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: " + command, e);
        }
    }

    /** Summaries of test runs show only the first line of a message. */
    private static String oneLine(String output) {
        return output.lines().filter(line -> !line.isBlank()).collect(Collectors.joining(" | "));
    }

    public static String run(String... command) {
        return run(List.of(command));
    }
}
