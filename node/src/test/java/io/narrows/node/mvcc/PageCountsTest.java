package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageCountsTest {
    private static final int KEYS = 100;
    private static final RangeRequest PAGE =
            range("key", "\0").toBuilder().setLimit(10).build();

    private final PageCounts pages = new PageCounts();
    private int seen;

    @Test
    void countsWhatIsBehindAPageOnce() throws IOException {
        List<Long> counts = new ArrayList<>();
        RangeResponse page = answer(PAGE, 7);
        while (page.getMore()) {
            counts.add(page.getCount());
            page = answer(behind(page), 7);
        }

        assertThat(counts).containsExactly(100L, 90L, 80L, 70L, 60L, 50L, 40L, 30L, 20L);
        assertThat(page.getCount()).isEqualTo(10);
        assertThat(seen).isEqualTo(KEYS + 8 * 11 + 10);
    }

    @Test
    void countsAgainAtAnotherRevision() throws IOException {
        RangeRequest next = behind(answer(PAGE, 7));
        seen = 0;

        answer(next, 8);

        assertThat(seen).isEqualTo(KEYS - 10);
    }

    @Test
    void countsWhatIsBehindAPage_ofThatLengthOrAnother() throws IOException {
        RangeRequest next = behind(answer(PAGE, 7));

        RangeResponse longer = answer(next.toBuilder().setLimit(20).build(), 7);
        RangeResponse all = answer(next.toBuilder().setLimit(0).build(), 7);
        RangeResponse count = answer(next.toBuilder().setCountOnly(true).build(), 7);

        assertThat(longer.getKvsCount()).isEqualTo(20);
        assertThat(all.getKvsCount()).isEqualTo(90);
        assertThat(List.of(longer.getCount(), all.getCount(), count.getCount())).containsOnly(90L);
    }

    private static RangeRequest behind(RangeResponse page) {
        KeyValue last = page.getKvs(page.getKvsCount() - 1);
        return PAGE.toBuilder().setKey(last.getKey().concat(bytes("\0"))).build();
    }

    private RangeResponse answer(RangeRequest request, long revision) throws IOException {
        return pages.answer(request, this::walk, revision, revision);
    }

    private void walk(KeyRange range, long revision, Living.Visitor visitor) throws IOException {
        for (int at = 0; at < KEYS && !visitor.isDone(); at++) {
            KeyValue keyValue =
                    KeyValue.newBuilder().setKey(bytes("key%02d".formatted(at))).build();
            if (Bytes.ORDER.compare(keyValue.getKey(), range.key()) >= 0) {
                seen++;
                visitor.visit(new Living.Known(keyValue));
            }
        }
    }
}
