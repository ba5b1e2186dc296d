package io.narrows.bench;

import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.testkit.Json;
import io.narrows.tests.support.Metrics;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads the processor time of a sidecar every 200 ms, and every second its switches and the codec that {@code codec: auto} has
 * chosen for its busiest link.
 */
final class SidecarWatch implements Closeable {
    private static final Duration BUDGET_PERIOD = Duration.ofSeconds(10);
    private static final Duration SWITCH_PERIOD = Duration.ofSeconds(60);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long CPU_MILLIS = 200;
    private static final long CHOICE_MILLIS = 1000;

    /** Columns of a row of choices. */
    private static final int CODEC = 2;

    private static final int LEVEL = 3;
    private static final int REASON = 6;

    /**
     * The codecs that {@code codec: auto} has chosen.
     *
     * @param used in the order of their first use; none with another rule
     * @param mostSwitches in any minute
     */
    record Choices(List<String> used, double mostSwitches) {}

    private final MutualTunnel tunnel;
    private final boolean near;
    private final String name;
    private final long begun = System.nanoTime();
    private final Readings cpu = new Readings();
    private final Readings switches = new Readings();
    private final List<String> used = new ArrayList<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(SidecarWatch::daemon);
    private final List<Future<?>> tasks = new ArrayList<>();
    private String latest = "";
    private String answer = "";
    private Metrics metrics = new Metrics("");

    private SidecarWatch(MutualTunnel tunnel, boolean near, String name) {
        this.tunnel = tunnel;
        this.near = near;
        this.name = name;
    }

    /**
     * Begins to read.
     *
     * @param name of the run, in messages about choices
     * @param usesAuto whether the sidecar has links with {@code codec: auto}
     */
    static SidecarWatch of(MutualTunnel tunnel, boolean near, String name, boolean usesAuto) {
        SidecarWatch watch = new SidecarWatch(tunnel, near, name);
        watch.repeat(watch::readCpu, CPU_MILLIS);
        if (usesAuto) {
            watch.repeat(watch::readChoices, CHOICE_MILLIS);
        }
        return watch;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "sidecar-watch");
        thread.setDaemon(true);
        return thread;
    }

    private void repeat(Runnable task, long millis) {
        tasks.add(thread.scheduleAtFixedRate(task, 0, millis, TimeUnit.MILLISECONDS));
    }

    private void readCpu() {
        cpu.add(System.nanoTime(), tunnel.cpuSeconds(near));
    }

    private void readChoices() {
        try {
            Metrics now = new Metrics(tunnel.ask(near, "/metrics"));
            switches.add(System.nanoTime(), now.sum("narrows_auto_switches_total"));
            read(now, tunnel.ask(near, "/auto"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void read(Metrics now, String choices) {
        metrics = now;
        List<?> rows = (List<?>) Json.object(choices).get("choices");
        if (rows == null || rows.isEmpty()) {
            return; // no link is open
        }
        List<?> busiest = (List<?>) rows.get(0);
        int level = ((Number) busiest.get(LEVEL)).intValue();
        String codec = busiest.get(CODEC) + (level == 0 ? "" : ":" + level);
        if (!used.contains(codec)) {
            used.add(codec);
        }
        answer = choices;
        if (!codec.equals(latest)) {
            latest = codec;
            double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
            System.err.printf("bench: %s, after %.1f s: %s %s%n", name, seconds, codec, busiest.get(REASON));
        }
    }

    /** Forgets the codecs used so far. */
    synchronized void forgetChoices() {
        used.clear();
    }

    /** Returns the choices, and the switches from the beginning on. */
    synchronized Choices choices() {
        return new Choices(List.copyOf(used), switches.mostWithin(SWITCH_PERIOD));
    }

    /** Prints the sidecar's last answer to {@code /auto} about links that were open, and what was sampled, if auto is used. */
    synchronized void printLastAnswer() {
        if (!answer.isEmpty()) {
            System.err.printf(
                    "bench: %s, %.0f bytes sampled, %.0f samples dropped, sampling %s%n%s%n",
                    name,
                    metrics.sum("narrows_what_if_app_bytes_total", "codec=\"none\""),
                    metrics.sum("narrows_what_if_dropped_turns_total"),
                    metrics.sum("narrows_what_if_paused") > 0 ? "paused" : "not paused",
                    answer);
        }
    }

    /** Returns the largest average number of processors that the sidecar used in any 10 s. */
    double mostProcessors() {
        return cpu.mostPerSecond(BUDGET_PERIOD);
    }

    /**
     * Checks that it still reads.
     *
     * @throws IOException if a reading failed
     */
    void check() throws IOException {
        for (Future<?> task : tasks) {
            if (task.isDone()) {
                try {
                    task.get();
                } catch (ExecutionException e) {
                    throw new IOException("cannot read the sidecar's figures: " + e.getCause(), e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted", e);
                }
            }
        }
    }

    /** Ends the readings. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
