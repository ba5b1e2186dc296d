package io.narrows.node.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class FailureLogTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(FailureLogTest.class);

    private final FailureLog failures = new FailureLog(LoggerFactory.getLogger(FailureLogTest.class), "cannot look");

    @Test
    void failureWithThePreviousCause_isNotLoggedAgain() {
        failures.retrying(new IOException("disk"));
        failures.retrying(new IOException("disk"));
        failures.retrying(new IOException("other disk"));

        assertThat(log.all())
                .extracting(event -> event.getThrowableProxy().getMessage())
                .containsExactly("disk", "other disk");
    }

    @Test
    void failureAfterASuccess_isLogged() {
        failures.retrying(new IOException("disk"));
        failures.succeeded();
        failures.retrying(new IOException("disk"));

        assertThat(log.all()).hasSize(2);
    }
}
