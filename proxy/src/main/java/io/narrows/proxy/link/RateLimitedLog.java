package io.narrows.proxy.link;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Keeps what is tried again every few seconds from filling the log: the first line of a kind is logged, then one in each
 * period, which says how many there were between. The others are logged at debug. Safe for use by many threads.
 */
public final class RateLimitedLog {
    /** Kinds are few: levels are two, messages are ours, peers are configured or unknown, reasons are of an enum. */
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
     * @param period of one line of each kind; zero lets all through
     * @param nanoClock a clock that only differences are taken of, in nanoseconds
     */
    public RateLimitedLog(Duration period, LongSupplier nanoClock) {
        this.periodNanos = period.toNanos();
        this.nanoClock = nanoClock;
    }

    /**
     * Begins a line of the log, at warn or debug, with {@code repeated} where some were not told.
     *
     * @param peer a configured id, or that of unknown ones
     */
    public LoggingEventBuilder line(Logger log, String message, String peer, String reason) {
        return line(log, Level.WARN, message, peer, reason);
    }

    /**
     * Begins a line of the log, at a level or debug, with {@code repeated} where some were not told.
     *
     * @param level part of the kind: a warning is not held back by earlier lines at info
     * @param peer a configured id, or that of unknown ones
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
