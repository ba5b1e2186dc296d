package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ContextBudgetTest {
    private static final CodecSpec WANTED = CodecSpec.of(Codec.ZSTD, 1);
    private static final long LIMIT = 64 << 20;

    private final MemoryLedger ledger = Ledgers.of(LIMIT);
    private final ContextBudget budget = new ContextBudget(Codecs.load(), ledger);
    private final List<SendingContext> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(SendingContext::close);

        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void windowsShrinkBeforeContextsAreRefused() {
        openAll();

        assertThat(open.get(open.size() - 1).memoryBytes())
                .isLessThan(open.get(0).memoryBytes() / 2);
        assertThat(open).allMatch(context -> context.serves(WANTED));
        assertThat(budget.usedBytes())
                .isLessThanOrEqualTo(ledger.pool(Purpose.SENDING).limitBytes());
    }

    @Test
    void closedContextsGiveTheirMemoryBack() {
        open.add(budget.open(WANTED, WANTED.windowLog(), budget.sending(new PeerId("b"))));

        open.remove(0).close();

        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void onePeersContextsLeaveRoomForThoseOfAnother() {
        openAll();

        open.add(budget.open(WANTED, WANTED.windowLog(), budget.sending(new PeerId("c"))));

        assertThat(open).last().isNotNull();
    }

    @Test
    void idleMemoryOfOthers_isFreedBeforeAContextIsRefused() {
        Account idle = ledger.account(Purpose.SENDING, new PeerId("idle"));
        long most = ledger.pool(Purpose.SENDING).limitBytes() * 3 / 4;
        assertThat(idle.take(Storage.NATIVE, most)).isTrue();
        openAll();
        int before = open.size();

        budget.alsoFree(() -> {
            idle.giveBack(Storage.NATIVE, idle.usedBytes());
            return true;
        });
        openAll();

        assertThat(open).hasSizeGreaterThan(before);
    }

    /** Opens as many contexts as peer b gets. */
    private void openAll() {
        for (SendingContext next = budget.open(WANTED, WANTED.windowLog(), budget.sending(new PeerId("b")));
                next != null;
                next = budget.open(WANTED, WANTED.windowLog(), budget.sending(new PeerId("b")))) {
            open.add(next);
        }
    }
}
