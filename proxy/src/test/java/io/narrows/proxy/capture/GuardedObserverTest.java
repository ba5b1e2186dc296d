package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GuardedObserverTest {
    private final List<String> seen = new ArrayList<>();

    @Test
    void observerThatFails_isEnded_andObservesNoMore() {
        GuardedObserver guarded = new GuardedObserver(new Recording("received"));

        guarded.sent(Unpooled.EMPTY_BUFFER);
        guarded.received(Unpooled.EMPTY_BUFFER);
        guarded.sent(Unpooled.EMPTY_BUFFER);
        guarded.ended();

        assertThat(seen).containsExactly("sent", "received", "ended");
    }

    @Test
    void failureAtTheEnd_isNotPassedOn() {
        GuardedObserver guarded = new GuardedObserver(new Recording("ended"));

        guarded.ended();
        guarded.ended();

        assertThat(seen).containsExactly("ended");
    }

    private final class Recording implements ByteObserver {
        private final String failing;

        Recording(String failing) {
            this.failing = failing;
        }

        @Override
        public void sent(ByteBuf bytes) {
            see("sent");
        }

        @Override
        public void received(ByteBuf bytes) {
            see("received");
        }

        @Override
        public void ended() {
            see("ended");
        }

        private void see(String event) {
            seen.add(event);
            if (event.equals(failing)) {
                throw new IllegalStateException("made up by a test");
            }
        }
    }
}
