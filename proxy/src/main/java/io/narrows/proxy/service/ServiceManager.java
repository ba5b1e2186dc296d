package io.narrows.proxy.service;

import io.narrows.proxy.reload.Reloader;
import io.narrows.proxy.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the state of this process to systemd, in the protocol of sd_notify(3), for units of {@code Type=notify}. Does
 * nothing in a process that systemd did not start. Safe for use by many threads, but not by event loops.
 */
public final class ServiceManager implements Reloader.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceManager.class);

    private static final String CARRIES = "STATUS=carrying traffic";

    private final Optional<NotifySocket> socket;
    private final Optional<Duration> watchdog;
    private final @Nullable ScheduledExecutorService executor;
    private boolean serving;

    ServiceManager(Optional<NotifySocket> socket, Optional<Duration> watchdog) {
        this.socket = socket;
        this.watchdog = watchdog.filter(period -> socket.isPresent());
        this.executor = this.watchdog.isEmpty()
                ? null
                : Executors.newSingleThreadScheduledExecutor(work -> {
                    Thread thread = new Thread(work, "narrows-watchdog");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** @param environment of this process, with {@code NOTIFY_SOCKET} if systemd expects messages */
    public static ServiceManager of(Map<String, String> environment, Transport transport) {
        return new ServiceManager(
                Optional.ofNullable(environment.get("NOTIFY_SOCKET"))
                        .filter(address -> address.startsWith("/") || address.startsWith("@"))
                        .map(address -> NotifySocket.at(address, transport)),
                WatchdogPeriod.of(environment, ProcessHandle.current().pid()));
    }

    /**
     * Reports that the process serves. From then on, it also sends keep-alive messages as often as systemd requires.
     *
     * @param problem supplies the reason if the process does not serve; called on a separate thread
     */
    public synchronized void ready(Supplier<Optional<String>> problem) {
        serving = true;
        send("READY=1", CARRIES);
        watchdog.ifPresent(period -> {
            long nanos = period.toNanos() / 3;
            Objects.requireNonNull(executor)
                    .scheduleWithFixedDelay(() -> beat(problem), 0, nanos, TimeUnit.NANOSECONDS);
        });
    }

    @Override
    public synchronized void begins() {
        if (serving) {
            // On Linux nanoTime is CLOCK_MONOTONIC, which systemd compares with its own.
            send("RELOADING=1", "MONOTONIC_USEC=" + System.nanoTime() / 1_000, "STATUS=reloading the configuration");
        }
    }

    @Override
    public synchronized void ended(Optional<String> refusal) {
        if (serving) {
            send(
                    "READY=1",
                    refusal.map(why -> "STATUS=configuration rejected; keeping the previous one: " + why)
                            .orElse(CARRIES));
        }
    }

    /** Reports that the process is about to end. */
    public synchronized void stopping() {
        serving = false;
        send("STOPPING=1");
    }

    /** @param text for {@code systemctl status} */
    public synchronized void status(String text) {
        send("STATUS=" + text);
    }

    private void beat(Supplier<Optional<String>> problem) {
        try {
            Optional<String> found = problem.get();
            if (found.isEmpty()) {
                send("WATCHDOG=1");
            } else {
                LOG.atError().addKeyValue("detail", found.get()).log("not healthy; not notifying systemd's watchdog");
            }
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("cannot determine whether this process is healthy");
        }
    }

    private synchronized void send(String... assignments) {
        if (socket.isEmpty()) {
            return;
        }
        for (int at = 0; at < assignments.length; at++) {
            assignments[at] = assignments[at].replaceAll("\\p{Cntrl}+", " ");
        }
        try {
            socket.get().send(assignments);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("state", assignments[0])
                    .addKeyValue("detail", e.getMessage())
                    .log("cannot notify systemd");
        }
    }

    @Override
    public void close() {
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
