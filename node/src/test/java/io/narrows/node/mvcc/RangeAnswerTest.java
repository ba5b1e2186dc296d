package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeRequest.SortOrder;
import io.narrows.node.etcd.RangeRequest.SortTarget;
import io.narrows.node.etcd.RangeResponse;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests etcd's rules for limiting and sorting a range, on keys a to d with versions falling from 4 to 1. */
class RangeAnswerTest {
    private static final RangeRequest ALL = range("a", "\0");

    @Test
    void limitBeforeTheOrder_whenItHasNoDirection() throws IOException {
        RangeRequest request =
                ALL.toBuilder().setSortTarget(SortTarget.VERSION).setLimit(2).build();

        assertThat(keysOf(answer(request))).containsExactly("c", "b");
        assertThat(answer(request).getMore()).isTrue();
    }

    @Test
    void limitAfterTheOrder_whenItHasADirection() throws IOException {
        RangeRequest request = ALL.toBuilder()
                .setSortTarget(SortTarget.VERSION)
                .setSortOrder(SortOrder.ASCEND)
                .setLimit(2)
                .build();

        assertThat(keysOf(answer(request))).containsExactly("d", "c");
    }

    @Test
    void countOfAllKeys_whateverFiltersLeave() throws IOException {
        RangeRequest request = ALL.toBuilder().setMinModRevision(12).setLimit(1).build();

        assertThat(keysOf(answer(request))).containsExactly("b");
        assertThat(answer(request).getMore()).isTrue();
        assertThat(answer(request).getCount()).isEqualTo(4);
    }

    @Test
    void noKeys_whenOnlyTheCountIsWanted() throws IOException {
        RangeResponse answer =
                answer(ALL.toBuilder().setCountOnly(true).setLimit(1).build());

        assertThat(answer.getKvsList()).isEmpty();
        assertThat(answer.getMore()).isFalse();
        assertThat(answer.getCount()).isEqualTo(4);
    }

    @Test
    void keysWithoutValues_inTheOrderOfTheValues() throws IOException {
        RangeRequest request = ALL.toBuilder()
                .setSortTarget(SortTarget.VALUE)
                .setSortOrder(SortOrder.DESCEND)
                .setKeysOnly(true)
                .build();

        assertThat(keysOf(answer(request))).containsExactly("a", "b", "c", "d");
        assertThat(answer(request).getKvsList())
                .allMatch(keyValue -> keyValue.getValue().isEmpty());
    }

    @Test
    void nothing_ofARangeThatEndsBeforeItBegins() throws IOException {
        RangeResponse answer = answer(range("c", "a"));

        assertThat(answer.getCount()).isZero();
    }

    private static RangeResponse answer(RangeRequest request) throws IOException {
        return RangeAnswer.of(
                request,
                (range, revision, visitor) -> {
                    for (int at = 0; at < 4; at++) {
                        visitor.visit(new Living.Known(KeyValue.newBuilder()
                                .setKey(bytes(String.valueOf((char) ('a' + at))))
                                .setValue(bytes("value " + (4 - at)))
                                .setVersion(4 - at)
                                .setModRevision(11 + at)
                                .build()));
                    }
                },
                20,
                20);
    }

    private static List<String> keysOf(RangeResponse response) {
        return response.getKvsList().stream()
                .map(keyValue -> keyValue.getKey().toStringUtf8())
                .toList();
    }
}
