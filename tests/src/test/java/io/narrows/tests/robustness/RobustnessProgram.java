package io.narrows.tests.robustness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program of {@code tests/src/test/go/robustness}, which {@code bin/soak} leaves in {@code target}. */
final class RobustnessProgram implements AutoCloseable {
    private static final Path PROGRAM = Path.of("target", "robustness").toAbsolutePath();
    private static final int REFUSED = 1;
    private static final int CLOSE_LIMIT_SECONDS = 240;

    private final Process process;
    private final Path output;

    /** Starts it; standard output goes to {@code NAME.out} in the directory, its log to {@code NAME.log}. */
    RobustnessProgram(Path directory, String name, List<String> arguments) throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException(
                    PROGRAM + " is not there (expected: go build -o it in tests/src/test/go/robustness)");
        }
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        command.addAll(arguments);
        File log = directory.resolve(name + ".log").toFile();
        this.output = directory.resolve(name + ".out");
        this.process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(log)
                .start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns its standard output so far. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** Closes its standard input. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /**
     * Waits for its end.
     *
     * @return whether it found no violation
     * @throws IllegalStateException if it does not end, or failed to do its work
     */
    boolean accepts(int limitSeconds) throws IOException, InterruptedException {
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("it still runs after " + limitSeconds + " s, its output is in " + output);
        }
        if (process.exitValue() > REFUSED) {
            throw new IllegalStateException(
                    "exit " + process.exitValue() + ": " + output() + ", its log is beside " + output);
        }
        return process.exitValue() == 0;
    }

    /** Lets it write its results, even after a failure. */
    @Override
    public void close() throws IOException {
        try {
            if (process.isAlive()) {
                endInput();
                process.waitFor(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
