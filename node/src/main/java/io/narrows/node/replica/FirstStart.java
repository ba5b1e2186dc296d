package io.narrows.node.replica;

import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.command.Standing;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions that a member without data asks the others before it joins. If it had joined before, it has lost its
 * votes and entries: as part of a majority, it may have acknowledged writes that the group could now lose with its
 * vote. Enough members must answer that, if a majority has seen it start, at least one of them reports it.
 */
final class FirstStart {
    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);
    private static final long PAUSE_MILLIS = 100;
    private static final int PAUSES_PER_MESSAGE = 100;

    private final RaftSettings settings;
    private final List<String> others;
    private final BiFunction<String, Question, CompletableFuture<Answer>> ask;
    /** Number of voters reported by each member that answered; 0 if that member has not started either. */
    private final Map<String, Integer> answers = new HashMap<>();

    /** @param ask sends a question to the member with the given address */
    FirstStart(RaftSettings settings, BiFunction<String, Question, CompletableFuture<Answer>> ask) {
        this.settings = settings;
        this.others = settings.members().stream()
                .filter(address -> !address.equals(settings.peerAddress()))
                .toList();
        this.ask = ask;
    }

    /**
     * Waits until enough of the other members have answered.
     *
     * @throws IOException if this member has joined before; the message says what to do
     */
    void await() throws IOException {
        for (int round = 1; !isEnough(); round++) {
            askAll();
            if (round % PAUSES_PER_MESSAGE == 0) {
                LOG.atInfo()
                        .addKeyValue("answered", answers.keySet())
                        .addKeyValue("others", others)
                        .log("no data; waiting for other members to confirm that this one is new");
            }
            pause();
        }
    }

    /** Returns whether every majority of the group includes a member, other than this one, that has answered. */
    private boolean isEnough() {
        int known = settings.joins() ? 0 : settings.members().size();
        int size = Math.max(known, answers.values().stream().reduce(0, Math::max));
        return others.isEmpty() || !answers.isEmpty() && answers.size() >= Math.min(others.size(), (size + 1) / 2);
    }

    private void askAll() throws IOException {
        Question question =
                Question.newBuilder().setStanding(settings.peerAddress()).build();
        Map<String, CompletableFuture<Optional<Standing>>> asked = others.stream()
                .filter(other -> !answers.containsKey(other))
                .collect(Collectors.toMap(
                        other -> other, other -> ask.apply(other, question).handle(FirstStart::standing)));
        for (Map.Entry<String, CompletableFuture<Optional<Standing>>> each : asked.entrySet()) {
            Optional<Standing> answer = each.getValue().join();
            if (answer.isPresent()) {
                take(each.getKey(), answer.get());
            }
        }
    }

    private void take(String other, Standing standing) throws IOException {
        if (standing.getStarted()) {
            throw new IOException(
                    settings.directory() + ": " + settings.peerAddress() + " has no data here, but " + other
                            + " reports that it had data, so writes may be lost. Restore the data, or run member remove and"
                            + " member add and start it as a joining member");
        }
        if (standing.getFromLearner()) {
            return; // it has acknowledged nothing, so a majority may exist without it
        }
        if (standing.getVoters() == 0 || standing.getMember()) {
            answers.put(other, standing.getVoters());
        }
    }

    /** Returns the answer; empty if there is none, or none that counts. */
    private static Optional<Standing> standing(Answer answer, Throwable failure) {
        if (failure == null) {
            return Optional.of(answer.getStanding());
        }
        return Failures.cause(failure) instanceof NotBegunException
                ? Optional.of(Standing.getDefaultInstance())
                : Optional.empty();
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the other members");
        }
    }
}
