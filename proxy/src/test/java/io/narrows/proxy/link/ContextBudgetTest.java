package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ContextBudgetTest {
    private static final CodecSpec WANTED = CodecSpec.of(Codec.ZSTD, 1);
    private static final long LIMIT = 4 << 20;

    private final ContextBudget budget = new ContextBudget(Codecs.load(), LIMIT);
    private final List<SendingContext> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(SendingContext::close);
    }

    @Test
    void windowsShrinkBeforeContextsAreRefused() {
        long first = openOne().memoryBytes();

        while (true) {
            SendingContext next = budget.open(WANTED);
            if (next == null) {
                break;
            }
            open.add(next);
        }

        assertThat(open.get(open.size() - 1).memoryBytes()).isLessThan(first / 2);
        assertThat(open).allMatch(context -> context.serves(WANTED));
        assertThat(budget.usedBytes()).isLessThanOrEqualTo(LIMIT);
    }

    @Test
    void closedContextsGiveTheirMemoryBack() {
        openOne();

        open.remove(0).close();

        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void whatPeersMakeThisSideHoldCounts() {
        budget.count(LIMIT);

        assertThat(budget.open(WANTED)).isNull();
    }

    private SendingContext openOne() {
        SendingContext context = budget.open(WANTED);
        open.add(context);
        return context;
    }
}
