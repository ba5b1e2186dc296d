package io.narrows.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another process of this program, which runs until it is told to end. It ends when its standard input does, so that it cannot
 * outlive this one, whatever this one dies of.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(3);
    private static final long POLL_MILLIS = 25;

    private final String name;
    private final Path log;
    private final Process process;

    /** Asks whether it is ready; {@link #awaitReady} asks again and again. */
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
     * Starts it.
     *
     * @param name what it is, in words
     * @param log takes its standard error
     * @param flags more of the JVM's, besides those of this one
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

    /** @throws IOException when it ended, or is not ready in time; the message has the last of its log */
    public void awaitReady(Duration limit, Probe probe) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!probe.isReady()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw failure("did not start");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** @throws IOException when it has ended */
    public void checkAlive() throws IOException {
        if (!process.isAlive()) {
            throw failure("ended");
        }
    }

    /** What went wrong with it, and the last of its log. */
    public IOException failure(String what) throws IOException {
        List<String> lines = Files.readAllLines(log);
        String said = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        return new IOException(name + " " + what + ": " + said);
    }

    public long pid() {
        return process.pid();
    }

    /** Processor time so far; zero where the system does not tell. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Lets it end in order; one that does not is killed. */
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
