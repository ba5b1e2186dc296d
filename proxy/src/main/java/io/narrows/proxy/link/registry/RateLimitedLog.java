package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Limits log lines of events that repeat every few seconds: logs the first line of a kind, then one in each period with
 * the number of lines skipped. Skipped lines are logged at debug. Safe for use by many threads.
 */
public final class RateLimitedLog {
    /**
     * The key of a line. Kinds are few: there are two levels, our own messages, configured peers or the unknown one,
     * and reasons of an enum.
     *
     * @param peer null for an event of no peer
     */
    private record Kind(
            Level level, String message, @Nullable PeerId peer, String reason) {}

    private static final class Told {
        private final long at;
        private long since;

        Told(long at) {
            this.at = at;
        }
    }

    private static final long UNTOLD = -1;

    private final long periodNanos;
    private final LongSupplier nanoClock;
    private final Map<Kind, Told> kinds = new HashMap<>();

    /**
     * @param period time in which one line of each kind is logged; zero logs all lines
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     */
    public RateLimitedLog(Duration period, LongSupplier nanoClock) {
        this.periodNanos = period.toNanos();
        this.nanoClock = nanoClock;
    }

    /**
     * Begins a log line at warn or debug, with {@code repeated} if some were skipped.
     *
     * @param peer a configured id, or the one for unknown peers
     */
    public LoggingEventBuilder line(Logger log, String message, PeerId peer, String reason) {
        return line(log, Level.WARN, message, peer, reason);
    }

    /**
     * Begins a log line at the given level or debug, with {@code repeated} if some were skipped.
     *
     * @param level part of the kind: lines at info do not suppress a warning
     * @param peer a configured id, or the one for unknown peers
     */
    public LoggingEventBuilder line(Logger log, Level level, String message, PeerId peer, String reason) {
        return line(log, new Kind(level, message, peer, reason));
    }

    /** Begins a log line at warn or debug about an event of no peer, with {@code repeated} if some were skipped. */
    public LoggingEventBuilder line(Logger log, String message) {
        return line(log, new Kind(Level.WARN, message, null, ""));
    }

    private LoggingEventBuilder line(Logger log, Kind kind) {
        long repeated = turn(kind);
        LoggingEventBuilder line = log.atLevel(repeated == UNTOLD ? Level.DEBUG : kind.level());
        return (repeated > 0 ? line.addKeyValue("repeated", repeated) : line).setMessage(kind.message());
    }

    private synchronized long turn(Kind kind) {
        long now = nanoClock.getAsLong();
        Told last = kinds.get(kind);
        if (last != null && now - last.at < periodNanos) {
            last.since++;
            return UNTOLD;
        }
        kinds.put(kind, new Told(now));
        return last == null ? 0 : last.since;
    }
}
