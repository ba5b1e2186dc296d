package io.narrows.proxy.service;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs systemd-notify as a child process for each message. */
final class NotifyCommand implements NotifySocket {
    private static final long LIMIT_SECONDS = 5;

    private final String address;

    NotifyCommand(String address) {
        this.address = address;
    }

    @Override
    public void send(String... assignments) throws IOException {
        List<String> command = Stream.concat(Stream.of("systemd-notify"), Stream.of(assignments))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("NOTIFY_SOCKET", address);
        Process process = builder.start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("systemd-notify did not finish within " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException("systemd-notify failed with exit code " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
