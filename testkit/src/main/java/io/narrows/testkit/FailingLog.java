package io.narrows.testkit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A class's log that throws an {@link Error} at the first line of a level, to fail any code that logs at that place. Thread-safe. */
public final class FailingLog extends UnsynchronizedAppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final int failing;
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private boolean failed;

    /** Begins to collect lines from {@code INFO} on. */
    public FailingLog(Class<?> of, Level failing) {
        this.logger = (Logger) LoggerFactory.getLogger(of);
        this.failing = ch.qos.logback.classic.Level.convertAnSLF4JLevel(failing).toInt();
        logger.setLevel(ch.qos.logback.classic.Level.INFO);
        logger.addAppender(this);
        start();
    }

    @Override
    protected synchronized void append(ILoggingEvent event) {
        messages.add(event.getMessage());
        if (!failed && event.getLevel().toInt() == failing) {
            failed = true;
            throw new StackOverflowError("of a test");
        }
    }

    /** Returns whether it has thrown the error. */
    public synchronized boolean failed() {
        return failed;
    }

    /** Returns the lines, without their parameters. */
    public List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setLevel(null);
    }
}
