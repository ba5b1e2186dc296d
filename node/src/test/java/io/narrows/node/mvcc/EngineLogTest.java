package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.narrows.node.support.PassedEvents;
import io.narrows.storage.db.DbListener;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EngineLogTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

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
        return (Logger) LoggerFactory.getLogger(EngineLog.class);
    }

    @Test
    void allEvents_arePassedOn() throws Exception {
        assertThat(PassedEvents.missing(DbListener.class, EngineLog::new)).isEmpty();
    }

    @Test
    void failureOfTheNextListener_doesNotHideTheLine() {
        EngineLog listener = new EngineLog(new DbListener() {
            @Override
            public void onBackgroundError(Throwable reason) {
                throw new IllegalStateException("as a test requested");
            }
        });

        assertThatThrownBy(() -> listener.onBackgroundError(new IOException("disk full")))
                .hasMessage("as a test requested");

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("the database refuses writes");
    }
}
