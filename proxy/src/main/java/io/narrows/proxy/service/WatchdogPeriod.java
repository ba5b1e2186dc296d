package io.narrows.proxy.service;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * The period within which systemd expects a keep-alive message, from the variables of sd_watchdog_enabled(3).
 */
final class WatchdogPeriod {
    private WatchdogPeriod() {}

    /** Returns the period; empty if no message is expected, or only from another process. */
    static Optional<Duration> of(Map<String, String> environment, long pid) {
        String wanted = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
        if (!wanted.equals(Long.toString(pid))) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(environment.get("WATCHDOG_USEC"))
                    .map(Long::parseLong)
                    .filter(micros -> micros > 0)
                    .map(micros -> Duration.of(micros, ChronoUnit.MICROS));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
