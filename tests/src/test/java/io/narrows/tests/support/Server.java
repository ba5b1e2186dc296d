package io.narrows.tests.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that runs until told to stop; its output goes to a log file. */
public final class Server {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Process process;
    private final Path log;

    private Server(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static Server start(List<String> command, Path log) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new Server(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the output of this process and of earlier ones with the same log. */
    public String log() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM; {@link #exitCode()} returns the result. */
    public void terminate() {
        process.destroy();
    }

    /** Sends a signal like {@code kill -SIGNAL}. */
    public void signal(String name) {
        Command.run("kill", "-" + name, Long.toString(process.pid()));
    }

    public long pid() {
        return process.pid();
    }

    /** Sends SIGKILL and waits for the end of the process. */
    public void kill() {
        process.destroyForcibly();
        exitCode();
    }

    /**
     * Waits for the end.
     *
     * @throws IllegalStateException if the process does not end
     */
    public int exitCode() {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("still runs after " + LIMIT + ":\n" + log());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
