package io.narrows.proxy.link.primed;

import static io.narrows.proxy.link.primed.States.KEY;
import static io.narrows.proxy.link.primed.States.kept;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which states are kept, and that their memory is charged. */
final class StateStoreTest {
    private static final StateKey OTHER = new StateKey("db", false, false, TrafficClass.BULK);

    private final Account account = Ledgers.of(1 << 30).account(Purpose.HISTORY, new PeerId("b"));
    private final StateStore store = new StateStore(account);

    private void add(KeptState state) {
        add(store, state);
    }

    private static void add(StateStore store, KeptState state) {
        assertThat(store.take(state.state().memoryBytes())).isTrue();
        store.add(state);
    }

    @Test
    void add_anotherOfTheSameKey_dropsAllButTheLastTwo() {
        KeptState first = kept(KEY, "one");
        KeptState second = kept(KEY, "two");
        KeptState third = kept(KEY, "three");
        add(first);
        add(second);
        add(third);

        assertThat(store.get(first.hash())).isNull();
        assertThat(store.get(second.hash())).isSameAs(second);
        assertThat(store.latest(4)).containsExactly(third);
        assertThat(account.usedBytes())
                .isEqualTo(second.state().memoryBytes() + third.state().memoryBytes());
    }

    @Test
    void add_whatIsKept_isTheLatestAgain() {
        KeptState first = kept(KEY, "one");
        KeptState second = kept(KEY, "two");
        add(first);
        add(second);

        add(kept(KEY, "one"));

        assertThat(store.latest(4)).containsExactly(first);
        assertThat(account.usedBytes())
                .isEqualTo(first.state().memoryBytes() + second.state().memoryBytes());
    }

    @Test
    void add_doesNotDropWhatIsHeld_evenIfAllIs() {
        List<KeptState> held = new ArrayList<>();
        for (int i = 0; i < StateStore.CAPACITY; i++) {
            KeptState state = kept(KEY, "state " + i);
            state.hold();
            add(state);
            held.add(state);
        }
        long before = account.usedBytes();
        KeptState refused = kept(KEY, "another");
        add(refused);

        assertThat(store.get(refused.hash())).isNull();
        assertThat(account.usedBytes()).isEqualTo(before);
        assertThat(held).allSatisfy(state -> assertThat(store.get(state.hash())).isSameAs(state));

        held.get(7).release();
        add(refused);

        assertThat(store.get(refused.hash())).isSameAs(refused);
        assertThat(store.get(held.get(7).hash())).isNull();
    }

    @Test
    void add_beyondTheMemory_dropsTheOldestOfAnyKey() {
        KeptState first = kept(OTHER, "one");
        long bytes = first.state().memoryBytes();
        Account small = Ledgers.of(16 * (5 * bytes / 2) * 5 / 4).account(Purpose.HISTORY, new PeerId("b"));
        StateStore limited = new StateStore(small);
        KeptState second = kept(KEY, "two");
        KeptState third = kept(KEY, "six");
        add(limited, first);
        add(limited, second);
        add(limited, third);

        assertThat(limited.get(first.hash())).isNull();
        assertThat(limited.get(third.hash())).isSameAs(third);
        assertThat(small.usedBytes()).isLessThanOrEqualTo(small.pool().limitBytes());
        second.hold();
        third.hold();
        assertThat(limited.take(kept(OTHER, "ten").state().memoryBytes())).isFalse();
    }

    @Test
    void take_moreThanDroppingBrings_dropsNothing_andIsRefusedOnce() {
        KeptState first = kept(OTHER, "one");
        Account small = Ledgers.of(16 * (5 * first.state().memoryBytes() / 2) * 5 / 4)
                .account(Purpose.HISTORY, new PeerId("b"));
        StateStore limited = new StateStore(small);
        add(limited, first);
        add(limited, kept(KEY, "two"));
        long before = small.usedBytes();

        assertThat(limited.take(small.pool().limitBytes() + 1)).isFalse();

        assertThat(limited.get(first.hash())).isSameAs(first);
        assertThat(small.usedBytes()).isEqualTo(before);
        assertThat(small.refusals()).isOne();
    }

    @Test
    void latest_isOnePerKey_latestFirst() {
        KeptState ofOther = kept(OTHER, "other");
        KeptState second = kept(KEY, "two");
        add(kept(KEY, "one"));
        add(ofOther);
        add(second);

        assertThat(store.latest(4)).containsExactly(second, ofOther);
        assertThat(store.latest(1)).containsExactly(second);
    }

    @Test
    void dropUnusedSince_keepsWhatIsHeldOrWasUsed() {
        KeptState unused = kept(KEY, "unused", 5);
        KeptState held = kept(OTHER, "held", 5);
        KeptState used = kept(KEY, "used", 5);
        add(unused);
        add(held);
        add(used);
        held.hold();
        used.used(9);

        store.dropUnusedSince(9);

        assertThat(store.get(unused.hash())).isNull();
        assertThat(store.get(held.hash())).isSameAs(held);
        assertThat(store.get(used.hash())).isSameAs(used);
        assertThat(account.usedBytes())
                .isEqualTo(held.state().memoryBytes() + used.state().memoryBytes());
    }
}
