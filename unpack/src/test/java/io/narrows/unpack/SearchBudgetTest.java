package io.narrows.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchBudgetTest {
    private final PastSearch past = new PastSearch(() -> 0);
    private final SearchBudget budget = new SearchBudget(past);

    @Test
    void allows_untilTimeIsUsedUp_andAgainWhenAllIsEarned() {
        assertThat(budget.allows(SearchBudget.MOST)).isTrue();
        budget.spend(SearchBudget.MOST - 10);
        assertThat(budget.allows(10)).isTrue();
        assertThat(budget.allows(11)).isFalse();
        assertThat(budget.isPaused()).isTrue();
        assertThat(budget.allows(1)).isFalse();

        budget.earn((int) SearchBudget.MOST - 11);
        assertThat(budget.isPaused()).isTrue();
        budget.earn(1);

        assertThat(budget.isPaused()).isFalse();
        assertThat(budget.allows(SearchBudget.MOST)).isTrue();
    }

    @Test
    void earn_neverExceedsTheMost() {
        budget.earn(Integer.MAX_VALUE);

        assertThat(budget.allows(SearchBudget.MOST + 1)).isFalse();
    }

    @Test
    void spend_moreThanThereIs_leavesNoDebt() {
        budget.spend(10 * SearchBudget.MOST);
        budget.earn((int) SearchBudget.MOST / 2);

        assertThat(budget.allows(SearchBudget.MOST / 2)).isTrue();
    }

    @Test
    void newConnection_isGivenWhatEarlierOnesLeft() {
        past.spend(PastSearch.MOST - 100);

        assertThat(budget.allows(100)).isTrue();
        budget.spend(60);
        SearchBudget next = new SearchBudget(past);
        assertThat(next.allows(41)).isFalse();
        next.earn((int) SearchBudget.MOST);
        assertThat(next.allows(SearchBudget.MOST)).isTrue();
    }
}
