package io.narrows.cli.generate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code openssl}, version 1.1.1 or newer, since the JDK has no public API to create certificates. */
final class OpenSsl {
    private static final String PROGRAM = "openssl";

    private final String program;
    private final Path folder;

    /** @param folder working directory of the program, and base of paths in its arguments */
    OpenSsl(Path folder) {
        this(PROGRAM, folder);
    }

    OpenSsl(String program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** @throws GenerateException if the program is missing or fails; the message has its output */
    void run(String... arguments) throws GenerateException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        try {
            Path said = Files.createTempFile(folder, PROGRAM, ".log");
            try {
                run(command, said);
            } finally {
                Files.delete(said);
            }
        } catch (IOException e) {
            throw new GenerateException(
                    "cannot run " + program + " (" + e.getMessage()
                            + "), expected the program on the PATH; on Debian: apt-get install openssl",
                    e);
        }
    }

    private void run(List<String> command, Path said) throws IOException, GenerateException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        process.getOutputStream().close();
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new GenerateException("openssl " + command.get(1) + " failed with exit code " + code + ": "
                        + Files.readString(said, StandardCharsets.UTF_8).strip());
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new GenerateException("interrupted while openssl was running", e);
        }
    }
}
