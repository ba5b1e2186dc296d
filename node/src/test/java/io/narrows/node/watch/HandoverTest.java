package io.narrows.node.watch;

import static io.narrows.node.mvcc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private static final List<Event> CHANGE = List.of(Event.newBuilder()
            .setKv(KeyValue.newBuilder().setKey(bytes("a")).setValue(bytes("v".repeat(1000))))
            .build());

    private final Queue<Runnable> hub = new ArrayDeque<>();
    private final List<String> received = new ArrayList<>();
    private final Handover handover = new Handover(hub::add, 2500, new Handover.Receiver() {
        @Override
        public void changed(long revision, List<Event> events) {
            received.add("changed " + revision);
        }

        @Override
        public void missed(long revision) {
            received.add("missed " + revision);
        }
    });

    private void runHub() {
        while (!hub.isEmpty()) {
            hub.remove().run();
        }
    }

    @Test
    void changes_comeInTheirOrder() {
        handover.hand(2, CHANGE);
        handover.hand(3, CHANGE);
        runHub();

        assertThat(received).containsExactly("changed 2", "changed 3");
    }

    @Test
    void excess_isDroppedAndReported() {
        handover.hand(2, CHANGE);
        handover.hand(3, CHANGE);
        handover.hand(4, CHANGE);
        handover.hand(5, CHANGE);
        runHub();

        assertThat(received).containsExactly("changed 2", "changed 3", "missed 5");
    }

    @Test
    void afterADrop_changesComeAgain() {
        handover.hand(2, CHANGE);
        handover.hand(3, CHANGE);
        handover.hand(4, CHANGE);
        runHub();

        handover.hand(5, CHANGE);
        runHub();

        assertThat(received).containsExactly("changed 2", "changed 3", "missed 4", "changed 5");
    }

    @Test
    void oneChangeLargerThanTheLimit_isHandedOver() {
        List<Event> large = List.of(CHANGE.get(0), CHANGE.get(0), CHANGE.get(0));

        handover.hand(2, large);
        runHub();

        assertThat(received).containsExactly("changed 2");
    }
}
