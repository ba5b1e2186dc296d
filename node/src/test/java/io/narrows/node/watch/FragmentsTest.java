package io.narrows.node.watch;

import static io.narrows.node.mvcc.Requests.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FragmentsTest {
    private static final int LIMIT = 1000;

    private static EncodedWatchResponse response(int events, int valueBytes) {
        Event event = Event.newBuilder()
                .setKv(KeyValue.newBuilder().setKey(bytes("a")).setValue(bytes("v".repeat(valueBytes))))
                .build();
        return EncodedWatchResponse.newBuilder()
                .setWatchId(3)
                .addAllEvents(Collections.nCopies(events, event.toByteString()))
                .build();
    }

    @Test
    void smallResponse_isOnePart() {
        EncodedWatchResponse response = response(3, 100);

        assertThat(Fragments.of(response, LIMIT)).containsExactly(response);
    }

    @Test
    void largeResponse_isSplitBetweenEvents() {
        EncodedWatchResponse response = response(25, 100);

        List<EncodedWatchResponse> parts = Fragments.of(response, LIMIT);

        assertThat(parts).hasSizeGreaterThan(2).allSatisfy(part -> {
            assertThat(part.getWatchId()).isEqualTo(3);
            assertThat(part.getSerializedSize()).isLessThan(LIMIT);
        });
        assertThat(parts.stream().flatMap(part -> part.getEventsList().stream()))
                .containsExactlyElementsOf(response.getEventsList());
    }

    @Test
    void allPartsButTheLast_sayThatMoreFollows() {
        List<EncodedWatchResponse> parts = Fragments.of(response(25, 100), LIMIT);

        assertThat(parts.subList(0, parts.size() - 1)).allMatch(EncodedWatchResponse::getFragment);
        assertThat(parts.get(parts.size() - 1).getFragment()).isFalse();
    }

    @Test
    void eventLargerThanTheLimit_isASeparatePart() {
        List<EncodedWatchResponse> parts = Fragments.of(response(3, 2 * LIMIT), LIMIT);

        assertThat(parts).hasSize(3).allMatch(part -> part.getEventsCount() == 1);
    }
}
