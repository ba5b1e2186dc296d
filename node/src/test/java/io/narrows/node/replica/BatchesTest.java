package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.command.Command;
import io.narrows.node.command.Entry;
import io.narrows.node.command.Outcome;
import io.narrows.node.command.Outcomes;
import io.narrows.node.command.Refusal;
import io.narrows.node.mvcc.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private final List<Entry> sent = new ArrayList<>();
    private final List<CompletableFuture<Outcomes>> agreed = new ArrayList<>();
    private final Batches batches = new Batches(this::send);
    private Optional<RuntimeException> thrown = Optional.empty();

    private CompletableFuture<Outcomes> send(Entry entry) {
        thrown.ifPresent(failure -> {
            throw failure;
        });
        sent.add(entry);
        agreed.add(new CompletableFuture<>());
        return agreed.get(agreed.size() - 1);
    }

    @Test
    void add_whileNoneIsUnderWay_sendsItAtOnce() {
        CompletableFuture<Outcome> first = batches.add(put("a"));
        agree(0, "first");
        CompletableFuture<Outcome> second = batches.add(put("b"));

        assertThat(sent).containsExactly(entry("a"), entry("b"));
        assertThat(first).isCompletedWithValue(outcome("first"));
        assertThat(second).isNotDone();
    }

    @Test
    void add_whileOneIsUnderWay_sendsThoseTogetherThatCame() {
        batches.add(put("a"));
        CompletableFuture<Outcome> second = batches.add(put("b"));
        CompletableFuture<Outcome> third = batches.add(put("c"));
        assertThat(sent).containsExactly(entry("a"));

        agree(0, "first");
        agree(1, "second", "third");

        assertThat(sent).containsExactly(entry("a"), entry("b", "c"));
        assertThat(second).isCompletedWithValue(outcome("second"));
        assertThat(third).isCompletedWithValue(outcome("third"));
    }

    @Test
    void anEntryThatFails_failsForItsCommandsAlone() {
        CompletableFuture<Outcome> first = batches.add(put("a"));
        CompletableFuture<Outcome> second = batches.add(put("b"));

        agreed.get(0).completeExceptionally(new IllegalStateException("no leader"));
        agree(1, "second");

        assertThat(first).isCompletedExceptionally();
        assertThat(second).isCompletedWithValue(outcome("second"));
    }

    @Test
    void anEntryThatCannotBeSent_failsForItsCommands_andMakesRoomForTheNext() {
        thrown = Optional.of(new IllegalStateException("the group is not there"));
        CompletableFuture<Outcome> first = batches.add(put("a"));
        thrown = Optional.empty();
        CompletableFuture<Outcome> second = batches.add(put("b"));

        agree(0, "second");

        assertThat(first).isCompletedExceptionally();
        assertThat(sent).containsExactly(entry("b"));
        assertThat(second).isCompletedWithValue(outcome("second"));
    }

    @Test
    void thoseThatWaitedForAnEntry_failAll_whenTheyCannotBeSent() {
        CompletableFuture<Outcome> first = batches.add(put("a"));
        CompletableFuture<Outcome> second = batches.add(put("b"));
        CompletableFuture<Outcome> third = batches.add(put("c"));

        thrown = Optional.of(new IllegalStateException("the group is not there"));
        agree(0, "first");
        thrown = Optional.empty();
        batches.add(put("d"));

        assertThat(first).isCompletedWithValue(outcome("first"));
        assertThat(second).isCompletedExceptionally();
        assertThat(third).isCompletedExceptionally();
        assertThat(sent).containsExactly(entry("a"), entry("d"));
    }

    @Test
    void anEntryWithOtherOutcomesThanCommands_fails() {
        CompletableFuture<Outcome> first = batches.add(put("a"));

        agree(0, "one", "two");

        assertThat(first).isCompletedExceptionally();
    }

    @Test
    void abandonedCommand_isNotSent() {
        batches.add(put("a"));
        CompletableFuture<Outcome> second = batches.add(put("b"));
        batches.add(put("c"));

        second.cancel(false);
        agree(0, "first");

        assertThat(sent).containsExactly(entry("a"), entry("c"));
    }

    @Test
    void commandsThatAreManyBytes_areSeveralEntries() {
        batches.add(put("a"));
        String large = "x".repeat(200 << 10);
        for (int i = 0; i < 3; i++) {
            batches.add(put(large));
        }

        agree(0, "first");
        agree(1, "second", "third");

        assertThat(sent).extracting(Entry::getCommandsCount).containsExactly(1, 2, 1);
    }

    @Test
    void leaderChanged_sendsWithoutWaitingForTheOneBefore() {
        CompletableFuture<Outcome> first = batches.add(put("a"));
        batches.add(put("b"));

        batches.leaderChanged();

        assertThat(sent).containsExactly(entry("a"), entry("b"));

        agree(0, "late"); // from the previous leader: it does not free a slot alongside the entry in flight to this one
        batches.add(put("c"));

        assertThat(first).isCompletedWithValue(outcome("late"));
        assertThat(sent).hasSize(2);
    }

    private void agree(int entry, String... texts) {
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        for (String text : texts) {
            outcomes.addOutcomes(outcome(text));
        }
        agreed.get(entry).complete(outcomes.build());
    }

    private static Entry entry(String... keys) {
        Entry.Builder entry = Entry.newBuilder();
        for (String key : keys) {
            entry.addCommands(put(key));
        }
        return entry.build();
    }

    private static Command put(String key) {
        return Command.newBuilder().setPut(Requests.put(key, "value")).build();
    }

    private static Outcome outcome(String text) {
        return Outcome.newBuilder()
                .setRefusal(Refusal.newBuilder().setText(text))
                .build();
    }
}
