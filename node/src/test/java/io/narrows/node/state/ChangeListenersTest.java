package io.narrows.node.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.support.PassedEvents;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeListenersTest {
    @Test
    void allEvents_arePassedOn() throws Exception {
        assertThat(PassedEvents.missing(ChangeListener.class, next -> ChangeListener.all(List.of(next))))
                .isEmpty();
    }
}
