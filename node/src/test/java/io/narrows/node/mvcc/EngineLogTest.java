package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.support.PassedEvents;
import io.narrows.storage.db.DbListener;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EngineLogTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(EngineLog.class);

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

        assertThat(log.messages()).containsExactly("the database refuses writes");
    }
}
