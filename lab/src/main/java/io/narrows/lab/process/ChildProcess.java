package io.narrows.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another process of this program, which runs until it is stopped. It ends when its standard input ends, so that it
 * cannot outlive this process, however this process dies.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(3);
    private static final long POLL_MILLIS = 25;

    private final String name;
    private final Path log;
    private final Process process;

    /** Checks once whether the process is ready; {@link #awaitReady} calls it repeatedly. */
    @FunctionalInterface
    public interface Probe {
        boolean isReady() throws IOException;
    }

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts the process.
     *
     * @param name its description in messages
     * @param log receives its standard error
     * @param flags JVM flags in addition to those of this process
     * @param main the program's main class
     * @param arguments of the program, one of which makes it end with its standard input
     */
    public static ChildProcess start(String name, Path log, List<String> flags, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = JavaCommand.of(flags, main, arguments);
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile())
                .start();
        return new ChildProcess(name, log, process);
    }

    /** @throws IOException if the process ended, or is not ready in time; the message has the last line of its log */
    public void awaitReady(Duration limit, Probe probe) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!probe.isReady()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw failure("did not start");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** @throws IOException if the process has ended */
    public void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw failure("ended");
        }
    }

    /** Returns an exception with the failure and the last line of the log. */
    public IOException failure(String what) throws IOException {
        List<String> lines = Files.readAllLines(log);
        String said = lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
        return new IOException(name + " " + what + ": " + said);
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the processor time so far; zero if the system does not report it. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Lets the process end in an orderly manner; kills it if it does not. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
