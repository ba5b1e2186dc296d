package io.narrows.bench.tunnel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One end of a tunnel, in a separate process. */
final class EndProcess implements Closeable {
    /** The first start of a build of Narrows also creates the archive that speeds up later starts. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final long POLL_NANOS = 2_000_000;

    private final List<String> command;
    private final Path log;
    private final Process process;
    private final long started = System.nanoTime();

    private EndProcess(List<String> command, Path log) throws IOException {
        this.command = command;
        this.log = log;
        this.process = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    static EndProcess start(List<String> command, Path log) throws IOException {
        return new EndProcess(command, log);
    }

    /**
     * Waits until the port is listened on.
     *
     * @return the time since the start of the process
     * @throws IOException if the process ends before that, or it takes more than two minutes; the message has its output
     */
    Duration awaitListening(int port) throws IOException {
        while (!ListeningPorts.contains(port)) {
            if (!process.isAlive() || System.nanoTime() - started > START_LIMIT.toNanos()) {
                throw new IOException("%s does not listen on port %d: %s"
                        .formatted(String.join(" ", command), port, Files.readString(log)));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return Duration.ofNanos(System.nanoTime() - started);
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    /** Asks the process to end, and kills it if it does not. */
    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
