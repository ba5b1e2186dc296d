package io.narrows.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * The events that a logger of Logback writes during each test, from any thread, as an extension of JUnit: register it in a field of the test
 * class. After the test, the logger has its earlier level again, and its events are no longer collected.
 */
public final class LoggedEvents implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger;
    private final @Nullable Level level;
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    private @Nullable Level earlierLevel;

    private LoggedEvents(Class<?> logger, @Nullable Level level) {
        this.logger = (Logger) LoggerFactory.getLogger(logger);
        this.level = level;
    }

    /** Collects events at the level that the logger has. */
    public static LoggedEvents of(Class<?> logger) {
        return new LoggedEvents(logger, null);
    }

    /** Collects events at a level and above. */
    public static LoggedEvents of(Class<?> logger, Level level) {
        return new LoggedEvents(logger, level);
    }

    /** Returns the events so far. */
    public List<ILoggingEvent> all() {
        return List.copyOf(events);
    }

    /** Returns the messages of the events so far, with their arguments. */
    public List<String> messages() {
        return events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Forgets the events so far. */
    public void clear() {
        events.clear();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end();
    }

    void begin() {
        earlierLevel = logger.getLevel();
        if (level != null) {
            logger.setLevel(level);
        }
        appender.start();
        logger.addAppender(appender);
    }

    void end() {
        logger.detachAppender(appender);
        appender.stop();
        logger.setLevel(earlierLevel);
        clear();
    }
}
