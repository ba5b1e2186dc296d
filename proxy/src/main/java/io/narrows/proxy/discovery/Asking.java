package io.narrows.proxy.discovery;

import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.discovery.Candidate.Role;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.NotYetKnownException;
import io.narrows.proxy.link.handshake.Introduction;
import io.narrows.proxy.transport.ErrorText;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks candidates who they are: new ones at once, those that gave no answer after waits that grow, known ones again from time to
 * time. Used by one thread.
 */
final class Asking {
    private static final Logger LOG = LoggerFactory.getLogger(Asking.class);

    private static final int MOST_AT_ONCE = 16;

    /** Time after which a node without links is asked again: another one may have its address by now. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(30);

    /** Time after which nodes with the same id are asked again: one may be gone, although its source still reports it. */
    private static final Duration CONTESTED = Duration.ofSeconds(5);

    /** Time after which a node is asked again that has yet to find this one. */
    private static final Duration SOON = Duration.ofMillis(200);

    /** Unanswered questions in a row after which a node loses its id to another one that claims it. */
    private static final int LOST_AFTER = 3;

    private final Introducer introducer;
    private final Supplier<Set<PeerId>> linked;
    private final LongSupplier nanoClock;
    private final Executor thread;
    private final Supplier<List<Candidate>> candidates;
    private final Runnable afterQuestion;
    private long identified;
    private int asking;

    /**
     * @param linked returns the peers to which this node has dialed links
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     * @param candidates returns all candidates
     * @param thread executor of the thread that uses this
     * @param afterQuestion action to run on that thread after a question has been answered, or was not
     */
    Asking(
            Introducer introducer,
            Supplier<Set<PeerId>> linked,
            LongSupplier nanoClock,
            Supplier<List<Candidate>> candidates,
            Executor thread,
            Runnable afterQuestion) {
        this.introducer = introducer;
        this.linked = linked;
        this.nanoClock = nanoClock;
        this.candidates = candidates;
        this.thread = thread;
        this.afterQuestion = afterQuestion;
    }

    /** Asks the nodes whose turn it is: first those about which something is new, then those that have waited longest. */
    void askDue() {
        long now = nanoClock.getAsLong();
        Set<PeerId> connected = linked.get();
        List<Candidate> due = candidates.get().stream()
                .filter(candidate -> candidate.endpoint().id().isEmpty() && candidate.isDue(now))
                .sorted(Comparator.<Candidate, Boolean>comparing(
                                candidate -> candidate.wasAsked() && !candidate.isDoubted())
                        .thenComparingLong(candidate -> candidate.nextAskNanos() - now))
                .toList();
        for (Candidate candidate : due) {
            boolean isThere = candidate.id().filter(connected::contains).isPresent();
            if (isThere && !candidate.isDoubted() && !isContested(candidate)) {
                candidate.askAt(now + jittered(ASK_AGAIN)); // as its links prove
            } else if (asking < MOST_AT_ONCE) {
                ask(candidate);
            }
        }
    }

    private void ask(Candidate candidate) {
        asking++;
        candidate.asking(nanoClock.getAsLong());
        try {
            introducer.ask(
                    candidate.endpoint().link(),
                    candidate.source(),
                    (answer, cause) -> thread.execute(() -> take(candidate, answer, cause)));
        } catch (RuntimeException e) {
            take(candidate, null, e);
        }
    }

    private void take(Candidate candidate, @Nullable Introduction answer, @Nullable Throwable cause) {
        asking--;
        candidate.askingEnded();
        if (!candidate.isDropped()) {
            if (answer == null) {
                unanswered(candidate, cause);
            } else {
                answered(candidate, answer);
            }
        }
        afterQuestion.run();
        askDue();
    }

    private void unanswered(Candidate candidate, @Nullable Throwable cause) {
        if (cause instanceof NotYetKnownException) {
            candidate.askAt(nanoClock.getAsLong() + SOON.toNanos());
            return;
        }
        Throwable failure = Objects.requireNonNull(cause);
        int absences = candidate.countAbsence(NoSidecarException.isAbsence(failure));
        if (absences >= LOST_AFTER && (isContested(candidate) || candidate.isOutdated() || hasAlias(candidate))) {
            candidate.forget(); // another node with its id, or its other address, takes its place
        }
        failed(candidate, ErrorText.of(failure));
    }

    private void answered(Candidate candidate, Introduction answer) {
        Optional<String> unproven = objection(candidate.source(), answer);
        if (unproven.isPresent()) {
            candidate.countAbsence(false);
            candidate.forget();
            failed(candidate, unproven.get());
            return;
        }
        long now = nanoClock.getAsLong();
        Optional<Introduction> before = candidate.introduction();
        if (!candidate.identified(answer, identified++, now)) {
            candidate.askLater(now);
            return;
        }
        boolean restarted = before.filter(known -> known.id().equals(answer.id()) && !known.isSameProcess(answer))
                .isPresent();
        if (restarted) {
            candidates.get().stream()
                    .filter(other -> other != candidate
                            && other.introduction()
                                    .filter(before.get()::isSameProcess)
                                    .isPresent())
                    .forEach(other -> other.outdate(now));
        }
        candidate.askAt(now + jittered(isContested(candidate) ? CONTESTED : ASK_AGAIN));
    }

    /** Returns why an answer does not prove who the node is, if it does not. */
    static Optional<String> objection(PeerSource source, Introduction answer) {
        if (answer.certificateNames().isEmpty()) {
            return source.plaintext() ? Optional.empty() : Optional.of("the node did not use TLS");
        }
        return source.allow().filter(answer::isProvenBy).isPresent()
                ? Optional.empty()
                : Optional.of("the node says it is " + answer.id() + ", but its certificate is for "
                        + answer.certificateNames()
                                .filter(names -> !names.isEmpty())
                                .map(names -> String.join(", ", names))
                                .orElse("no name")
                        + source.allow()
                                .map(pattern -> " (allowed is " + pattern.nameOf(answer.id()) + ")")
                                .orElse(""));
    }

    private void failed(Candidate candidate, String why) {
        if (!candidate.problem().equals(Optional.of(why))) {
            LOG.atInfo()
                    .addKeyValue("link", candidate.endpoint().link())
                    .addKeyValue("source", candidate.source().label())
                    .addKeyValue("detail", why)
                    .log("a node was found that cannot be a peer yet");
        }
        candidate.failed(why);
        candidate.askLater(nanoClock.getAsLong());
    }

    private boolean isContested(Candidate candidate) {
        return candidates.get().stream()
                .anyMatch(other -> other.role() == Role.RIVAL && other.id().equals(candidate.id()));
    }

    private boolean hasAlias(Candidate candidate) {
        return candidate.role() == Role.PEER
                && candidates.get().stream()
                        .anyMatch(other ->
                                other.role() == Role.ALIAS && other.id().equals(candidate.id()));
    }

    /** Returns at least half of a time, in nanoseconds, so that many nodes do not ask at once. */
    static long jittered(Duration time) {
        long half = time.toNanos() / 2;
        return half + ThreadLocalRandom.current().nextLong(half + 1);
    }
}
