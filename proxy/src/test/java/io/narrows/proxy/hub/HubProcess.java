package io.narrows.proxy.hub;

import io.narrows.proxy.support.Exposed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The sidecar under test: {@code bin/narrows run} as a process, in its own control group if its memory is limited. */
final class HubProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration START_POLL = Duration.ofMillis(200);
    private static final Path MEMORY_GROUPS = Path.of("/sys/fs/cgroup/memory");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final Path log;
    private final Path group;
    private final Process process;

    /**
     * @param launcher {@code bin/narrows}
     * @param memoryBytes limit of its control group; 0 for none. A limit requires root and control groups of version 1 or 2.
     */
    HubProcess(Path launcher, Path folder, String yaml, long memoryBytes) throws IOException, InterruptedException {
        Path file = folder.resolve("hub.yaml");
        Files.writeString(file, yaml);
        this.log = folder.resolve("hub.log");
        this.group = memoryBytes == 0 ? null : group(memoryBytes);
        String enter = group == null ? "" : "echo $$ > " + group.resolve("cgroup.procs") + " && ";
        this.process = new ProcessBuilder(
                        "bash", "-c", enter + "exec \"$0\" run --config \"$1\"", launcher.toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitReady();
    }

    private static Path group(long memoryBytes) throws IOException {
        boolean first = Files.isDirectory(MEMORY_GROUPS);
        Path root = first ? MEMORY_GROUPS : MEMORY_GROUPS.getParent();
        Path made = Files.createTempDirectory(root, "narrows-hub-");
        Files.writeString(made.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(memoryBytes));
        return made;
    }

    private void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() - end < 0) {
            if (isReady()) {
                return;
            }
            stayAlive(START_POLL);
        }
        throw new IOException("the hub is not ready after " + START_LIMIT + ", see " + log);
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("/healthz").statusCode() == 200 && get("/links").statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /**
     * Waits while the hub runs.
     *
     * @throws IOException as soon as the hub has exited; the message names its log
     */
    void stayAlive(Duration time) throws IOException, InterruptedException {
        if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("the hub exited with " + process.exitValue() + ", see " + log);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + HubAddresses.ADMIN + path);
        return http.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Scrapes the hub. */
    Exposed metrics() throws IOException, InterruptedException {
        return new Exposed(get("/metrics?per-peer=full").body());
    }

    /** Returns the resident memory, in bytes. */
    long residentBytes() throws IOException {
        return status("VmRSS:");
    }

    /** Returns the peak of the resident memory, in bytes. */
    long peakResidentBytes() throws IOException {
        return status("VmHWM:");
    }

    private long status(String field) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"));
        Predicate<String> wanted = line -> line.startsWith(field);
        String line = lines.stream().filter(wanted).findFirst().orElseThrow(() -> new IOException("no " + field));
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }

    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    Path log() {
        return log;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(45, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        if (group != null) {
            Files.deleteIfExists(group);
        }
    }
}
