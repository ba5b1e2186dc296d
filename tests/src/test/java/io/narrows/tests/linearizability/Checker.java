package io.narrows.tests.linearizability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The program of {@code tests/src/test/go/linearizability}, which the build leaves in {@code target}. */
final class Checker {
    /** @param text its output: OK, or a small part of the history that no order explains */
    record Verdict(boolean accepted, String text) {}

    private static final Path PROGRAM = Path.of("target", "linearizability").toAbsolutePath();

    private Checker() {}

    /**
     * Checks a history.
     *
     * @throws IllegalStateException if there is no decision within the limit, or the history is unreadable
     */
    static Verdict judge(Path history, Duration limit) throws IOException, InterruptedException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IllegalStateException(
                    PROGRAM + " is not there (expected: go build -o it in tests/src/test/go/linearizability)");
        }
        Path output = Files.createTempFile("linearizability", ".out");
        Process process = new ProcessBuilder(
                        List.of(PROGRAM.toString(), "-limit", limit.toSeconds() + "s", history.toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int code = process.waitFor();
        String text = Files.readString(output);
        Files.delete(output);
        if (code > 1) {
            throw new IllegalStateException("no verdict on " + history + ", exit " + code + ":\n" + text);
        }
        return new Verdict(code == 0, text);
    }
}
