package io.narrows.tests.support;

import io.narrows.testkit.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code bin/narrows demo --recorded --keep-running} with JSON output: one object per line. */
public final class Demo implements AutoCloseable {
    private static final String LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize().toString();
    private static final long END_SECONDS = 120;

    private final Process process;
    private final BufferedReader lines;

    /** @param time how long to play the traffic, as {@code 10s} */
    public Demo(String time) throws IOException {
        process = new ProcessBuilder(
                        LAUNCHER, "demo", "--recorded", "--for", time, "--keep-running", "--output", "json")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Waits for the next event of that name and skips others. */
    public Map<String, Object> await(String name) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> event = Json.object(line);
            if (name.equals(event.get("event"))) {
                return event;
            }
        }
        throw new IOException("the demo ended before its " + name);
    }

    /** Returns the addresses of the two pages. */
    @SuppressWarnings("unchecked")
    public List<String> pages() throws IOException {
        return (List<String>) await("begin").get("pages");
    }

    /** Sends SIGTERM, which also ends both sidecars. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new UncheckedIOException(new IOException("the demo did not end"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
