package io.narrows.lab.play;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Plays one score, once or repeatedly. Each repetition uses new connections, so that no codec finds the previous one in its
 * window.
 */
final class Lane {
    private static final long OPENING_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long ENDING_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(50).toNanos();

    private enum Phase {
        RESTING,
        OPENING,
        PLAYING,
        ENDING,
        OVER
    }

    private final List<Cue> cues;
    private final Supplier<List<Conversation>> connect;
    private boolean again;
    private boolean stopping;
    private Phase phase = Phase.RESTING;
    private long phaseUntil;
    private long startedAt;
    private int next;
    private List<Conversation> conversations = List.of();

    /**
     * @param connect creates and connects the conversations of the score
     * @param beginAt in nanoTime
     */
    Lane(Score score, Supplier<List<Conversation>> connect, boolean again, long beginAt) {
        this.cues = score.cues();
        this.connect = connect;
        this.again = again;
        this.phaseUntil = beginAt;
    }

    /** Plays the data that is due. Returns the latest time for the next call, in nanoTime. */
    long advance(long now) {
        if (phase == Phase.RESTING && now - phaseUntil >= 0) {
            conversations = connect.get();
            enter(Phase.OPENING, now + OPENING_NANOS);
        }
        if (phase == Phase.OPENING && !anyWaiting(now)) {
            startedAt = now;
            next = 0;
            phase = Phase.PLAYING;
        }
        if (phase == Phase.PLAYING) {
            return play(now);
        }
        if (phase == Phase.ENDING && !anyRunning(now)) {
            enter(again ? Phase.RESTING : Phase.OVER, now);
        }
        return phase == Phase.RESTING ? phaseUntil : now + LOOK_AGAIN_NANOS;
    }

    /** Stops new data; the lane is over once the sent data has arrived. Connections that are being opened are completed first. */
    void stop(long now) {
        again = false;
        stopping = true;
        if (phase == Phase.RESTING) {
            phase = Phase.OVER;
        } else if (phase == Phase.PLAYING) {
            finish(now);
        }
    }

    boolean over() {
        return phase == Phase.OVER;
    }

    private long play(long now) {
        for (; next < cues.size() && !stopping; next++) {
            Cue cue = cues.get(next);
            long dueAt = startedAt + cue.nanos();
            if (dueAt - now > 0) {
                return dueAt;
            }
            conversations.get(cue.dialogue()).play(cue);
        }
        finish(now);
        return now + LOOK_AGAIN_NANOS;
    }

    private void finish(long now) {
        enter(Phase.ENDING, now + ENDING_NANOS);
        conversations.forEach(Conversation::finish);
    }

    private void enter(Phase entered, long until) {
        phase = entered;
        phaseUntil = until;
    }

    private boolean anyWaiting(long now) {
        breakIfLate(now);
        return conversations.stream().anyMatch(Conversation::waiting);
    }

    private boolean anyRunning(long now) {
        breakIfLate(now);
        return !conversations.stream().allMatch(Conversation::done);
    }

    private void breakIfLate(long now) {
        if (now - phaseUntil > 0) {
            conversations.stream()
                    .filter(conversation -> phase == Phase.ENDING || conversation.waiting())
                    .forEach(Conversation::broken);
        }
    }
}
