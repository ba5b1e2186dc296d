package io.narrows.proxy.link.hostile;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.narrows.proxy.link.Carrier;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** Captures the warnings of links, instead of writing them, until it is closed. */
final class Overheard extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    /** A line of the log. */
    record Warning(String message, String reason, String detail, Throwable cause) {}

    private final Logger logger = (Logger) LoggerFactory.getLogger(Carrier.class.getPackageName());
    private final List<Warning> warnings = new ArrayList<>();

    /** Links of this test run in its thread; those that other tests have left run in others. */
    private final Thread thread = Thread.currentThread();

    Overheard() {
        setContext(logger.getLoggerContext());
        start();
        logger.setAdditive(false);
        logger.addAppender(this);
    }

    /** Removes and returns the captured warnings. */
    List<Warning> takeAll() {
        List<Warning> taken = List.copyOf(warnings);
        warnings.clear();
        return taken;
    }

    /** Returns the captured warnings. */
    List<Warning> peek() {
        return List.copyOf(warnings);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (Thread.currentThread() != thread || value(event, "reason").isEmpty()) {
            return; // a peer's place differs from the configured one, which is not a failure
        }
        Throwable cause = event.getThrowableProxy() instanceof ThrowableProxy thrown ? thrown.getThrowable() : null;
        warnings.add(new Warning(event.getMessage(), value(event, "reason"), value(event, "detail"), cause));
    }

    private static String value(ILoggingEvent event, String key) {
        List<KeyValuePair> pairs = event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs();
        return pairs.stream()
                .filter(pair -> pair.key.equals(key))
                .map(pair -> String.valueOf(pair.value))
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
    }
}
