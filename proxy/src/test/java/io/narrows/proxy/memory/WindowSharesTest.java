package io.narrows.proxy.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import org.junit.jupiter.api.Test;

/** Limits of contexts that take 1, 4 or 60 bytes in steps, or 6 with the smallest window. */
final class WindowSharesTest {
    private static final WindowCosts QUIET = costs(1);
    private static final WindowCosts BUSY = costs(60);

    private final MemoryPool pool = new MemoryPool(Purpose.SENDING, 400, 400);

    private static WindowCosts costs(long asked) {
        return WindowCosts.ofLimits(
                Storage.HEAP,
                limit -> switch (limit) {
                    case WindowCosts.LEAST_LIMIT -> 1;
                    case WindowCosts.AHEAD_LIMIT -> Math.max(asked, 4);
                    case WindowCosts.WHOLE_LIMIT -> 60;
                    default -> Math.min(asked, limit < 18 ? 6 : 60);
                },
                limit -> switch (limit) {
                    case WindowCosts.LEAST_LIMIT -> Math.min(asked, 6);
                    case WindowCosts.AHEAD_LIMIT -> Math.max(asked, 4);
                    case WindowCosts.WHOLE_LIMIT -> 60;
                    default -> Math.min(Math.max(asked, 4), limit < 18 ? 6 : 60);
                });
    }

    @Test
    void upToHalfOfThePool_everythingIsTakenInAdvance() {
        want(3, QUIET);
        assertThat(limit(0)).isEqualTo(WindowCosts.WHOLE_LIMIT);

        want(1, QUIET);
        assertThat(limit(0)).isEqualTo(WindowCosts.AHEAD_LIMIT);
    }

    @Test
    void quietContexts_leaveBusyOnesTheirWindows() {
        want(100, QUIET);
        account(0).want(BUSY);

        assertThat(limit(0)).isEqualTo(WindowCosts.LARGEST_LOG);
    }

    @Test
    void busyContexts_shareWhatQuietOnesLeave() {
        want(100, QUIET);
        for (int i = 0; i < 10; i++) {
            account(i).want(BUSY);
        }

        for (int i = 0; i < 10; i++) {
            assertThat(limit(i)).isEqualTo(17);
        }
        assertThat(limit(50)).as("a quiet peer's, which limits nothing").isEqualTo(WindowCosts.LARGEST_LOG);
    }

    @Test
    void whereTheSmallestWindowsDoNotFit_contextsTakeTheFirstStep() {
        for (int i = 0; i < 100; i++) {
            account(0).want(BUSY);
        }
        assertThat(limit(0)).isEqualTo(WindowCosts.LEAST_LIMIT);
        assertThat(account(0).crowded()).isFalse();
        assertThat(account(0).windowLimitLog()).isEqualTo(WindowCosts.SMALLEST_LOG);

        for (int i = 0; i < 201; i++) {
            account(0).want(QUIET);
        }
        assertThat(account(0).crowded()).isTrue();
    }

    @Test
    void underTheStrictestLimit_contextsThatAskForMore_getTheSmallestWindow_untilOthersNeedTheFirstStep() {
        Account account = account(0);
        for (int i = 0; i < 100; i++) {
            account.want(BUSY);
            assertThat(account.takeSmallest(Storage.HEAP, 1)).isTrue();
        }
        assertThat(account.contextLimit()).isEqualTo(WindowCosts.LEAST_LIMIT);
        assertThat(account.permitted(QUIET, 1)).isEqualTo(1);

        int larger = 0;
        while (account.permitted(BUSY, 1) == 6) {
            assertThat(account.take(Storage.HEAP, 5)).isTrue();
            larger++;
        }
        assertThat(larger).as("the peer holds four fifths of the pool").isBetween(42, 44);
        assertThat(account.permitted(BUSY, 6)).isEqualTo(6);

        for (int i = 0; i < 10; i++) {
            account.want(BUSY);
            assertThat(account.takeSmallest(Storage.HEAP, 1)).isTrue();
        }
        assertThat(account.permitted(BUSY, 6)).as("one has to give back").isEqualTo(1);
        account.expect(5);
        account.expect(5);
        assertThat(account.permitted(BUSY, 6)).as("two are enough").isEqualTo(6);
    }

    @Test
    void underOtherLimits_contextsKeepTheSecondStep_untilTheMemoryIsNeeded() {
        want(100, QUIET);
        account(0).want(BUSY);
        Account account = account(1);
        assertThat(account.contextLimit()).isEqualTo(WindowCosts.LARGEST_LOG);

        assertThat(account.take(Storage.HEAP, 197)).isTrue();
        assertThat(account.permitted(QUIET, 1)).isEqualTo(4);
        assertThat(account.take(Storage.HEAP, 3)).isTrue();
        assertThat(account.permitted(QUIET, 1)).as("half of the pool is taken").isEqualTo(1);
        assertThat(account.permitted(QUIET, 4)).isEqualTo(4);

        assertThat(account.take(Storage.HEAP, 50)).isTrue();
        assertThat(account.permitted(QUIET, 4)).isEqualTo(4);
        assertThat(account.take(Storage.HEAP, 1)).isTrue();
        assertThat(account.permitted(QUIET, 4)).as("five eighths are").isEqualTo(1);
        account.expect(1);
        assertThat(account.permitted(QUIET, 4)).isEqualTo(4);
        account.expect(-1);
        assertThat(account.permitted(QUIET, 4)).isEqualTo(1);
    }

    @Test
    void replacedDemand_isNeverCountedTwice() {
        for (int i = 0; i < 300; i++) {
            account(0).want(QUIET);
        }
        assertThat(limit(0)).isEqualTo(WindowCosts.LARGEST_LOG);

        account(0).wantInstead(QUIET, QUIET);

        assertThat(limit(0)).isEqualTo(WindowCosts.LARGEST_LOG);
    }

    @Test
    void memoryInAdvance_leavesHalfOfThePool() {
        assertThat(account(0).takeInAdvance(Storage.HEAP, 201)).isFalse();
        assertThat(account(0).takeInAdvance(Storage.HEAP, 200)).isTrue();
        assertThat(account(0).takeInAdvance(Storage.HEAP, 1)).isFalse();
        assertThat(account(0).take(Storage.HEAP, 1)).isTrue();
    }

    private void want(int peers, WindowCosts costs) {
        for (int i = 0; i < peers; i++) {
            account(i).want(costs);
        }
    }

    private int limit(int peer) {
        return account(peer).contextLimit();
    }

    private Account account(int peer) {
        return pool.account(new PeerId("p" + peer));
    }
}
