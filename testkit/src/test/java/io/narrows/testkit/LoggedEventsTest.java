package io.narrows.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggedEventsTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(LoggedEventsTest.class);
    private final LoggedEvents events = LoggedEvents.of(LoggedEventsTest.class, Level.INFO);

    @BeforeEach
    void begin() {
        logger.setLevel(Level.ERROR);
        events.begin();
    }

    @AfterEach
    void reset() {
        events.end();
        logger.setLevel(null);
    }

    @Test
    void eventsAtTheLevelAndAbove_areCollected() {
        logger.debug("too low");
        logger.info("in {}", 2);
        logger.warn("above");

        assertThat(events.messages()).containsExactly("in 2", "above");
        assertThat(events.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.INFO, Level.WARN);
    }

    @Test
    void afterTheTest_nothingIsCollected_andTheLevelIsTheEarlierOne() {
        events.end();

        logger.error("later");

        assertThat(events.all()).isEmpty();
        assertThat(logger.getLevel()).isEqualTo(Level.ERROR);
    }
}
