package io.narrows.node;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FailureLogTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final FailureLog failures = new FailureLog(logger(), "cannot look");

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void stop() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(FailureLogTest.class);
    }

    @Test
    void failureWithThePreviousCause_isNotLoggedAgain() {
        failures.retrying(new IOException("disk"));
        failures.retrying(new IOException("disk"));
        failures.retrying(new IOException("other disk"));

        assertThat(log.list)
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("disk", "other disk");
    }

    @Test
    void failureAfterASuccess_isLogged() {
        failures.retrying(new IOException("disk"));
        failures.succeeded();
        failures.retrying(new IOException("disk"));

        assertThat(log.list).hasSize(2);
    }
}
