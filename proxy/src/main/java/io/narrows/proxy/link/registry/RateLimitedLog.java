package io.narrows.proxy.link.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
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
     */
    private record Kind(Level level, String message, String peer, String reason) {}

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
    public LoggingEventBuilder line(Logger log, String message, String peer, String reason) {
        return line(log, Level.WARN, message, peer, reason);
    }

    /**
     * Begins a log line at the given level or debug, with {@code repeated} if some were skipped.
     *
     * @param level part of the kind: lines at info do not suppress a warning
     * @param peer a configured id, or the one for unknown peers
     */
    public LoggingEventBuilder line(Logger log, Level level, String message, String peer, String reason) {
        long repeated = turn(new Kind(level, message, peer, reason));
        LoggingEventBuilder line = log.atLevel(repeated == UNTOLD ? Level.DEBUG : level);
        return (repeated > 0 ? line.addKeyValue("repeated", repeated) : line).setMessage(message);
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
