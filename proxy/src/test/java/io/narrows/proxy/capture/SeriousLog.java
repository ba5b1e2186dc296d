package io.narrows.proxy.capture;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/**
 * Takes the log in place of its output until it is closed: our errors, Netty's warnings, and everything with a certain text. Several
 * threads may share it.
 */
final class SeriousLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    /** The beginning of the names of threads that run exchanges beside others. */
    static final String RUNS = "handshakes-";

    private final List<Logger> loggers = List.of(logger("io.narrows"), logger("io.netty"));
    private final String secret;
    private final Queue<ILoggingEvent> kept = new ConcurrentLinkedQueue<>();

    /** @param secret a text that must not be logged */
    SeriousLog(String secret) {
        this.secret = secret;
        setContext(loggers.get(0).getLoggerContext());
        start();
        for (Logger logger : loggers) {
            logger.setAdditive(false);
            logger.addAppender(this);
        }
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    protected void append(ILoggingEvent event) {
        Level serious = event.getLoggerName().startsWith("io.netty") ? Level.WARN : Level.ERROR;
        if (event.getLevel().isGreaterOrEqual(serious)
                || event.getFormattedMessage().contains(secret)
                || String.valueOf(event.getKeyValuePairs()).contains(secret)) {
            event.prepareForDeferredProcessing();
            kept.add(event);
        }
    }

    /** @throws AssertionError if there is any of this thread, or of one that runs no exchanges */
    void requireNone() {
        for (ILoggingEvent each : kept) {
            String thread = each.getThreadName();
            if (!thread.startsWith(RUNS) || thread.equals(Thread.currentThread().getName())) {
                Throwable cause =
                        each.getThrowableProxy() instanceof ThrowableProxy thrown ? thrown.getThrowable() : null;
                throw new AssertionError("logged: " + each + " " + each.getKeyValuePairs(), cause);
            }
        }
    }

    @Override
    public void close() {
        for (Logger logger : loggers) {
            logger.detachAppender(this);
            logger.setAdditive(true);
        }
    }
}
