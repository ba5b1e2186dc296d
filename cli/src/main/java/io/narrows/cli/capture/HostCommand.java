package io.narrows.cli.capture;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs commands that read and change the kernel's rules. */
final class HostCommand {
    private HostCommand() {}

    /**
     * Runs a command and returns its output.
     *
     * @param input its standard input
     * @throws MissingProgramException if it does not exist
     * @throws IOException if it fails; the message has the command and its error output
     */
    static String run(String input, String... command) throws IOException {
        Path errors = Files.createTempFile("narrows", ".err");
        try {
            Process process = start(errors, command);
            try (OutputStream to = process.getOutputStream()) {
                to.write(input.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int exit = process.waitFor();
            if (exit != 0) {
                String detail = Files.readString(errors).strip();
                throw new IOException(String.join(" ", command) + " failed with exit code " + exit
                        + (detail.isEmpty() ? "" : ": " + detail));
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(String.join(" ", command) + " was interrupted", e);
        } finally {
            Files.delete(errors);
        }
    }

    private static Process start(Path errors, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectError(errors.toFile());
        // Where administrators' commands are, even if the caller's path lacks them.
        builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
        builder.environment().put("LC_ALL", "C");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new MissingProgramException(command[0], e);
        }
    }
}
