package io.narrows.lab.play;

import io.narrows.config.TrafficClass;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Plays scores into one end of a pair of sidecars and out of the other. One thread serves both ends of all connections, to
 * leave the processors to the sidecars.
 */
public final class Player implements AutoCloseable {
    private static final int SCRATCH_BYTES = 256 << 10;
    private static final Duration APART = Duration.ofMillis(400);
    private static final long MAX_WAIT_MILLIS = 1_000;

    /** Shorter waits use a timer, since a selector waits whole milliseconds and would send records in bunches. */
    private static final long MIN_SELECT_NANOS = 1_500_000;

    private final Selector selector = Selector.open();
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    private final Map<String, FarEnd> farEnds = new LinkedHashMap<>();
    private final Tally tally = new Tally();
    private final Thread thread = new Thread(this::run, "narrows-player");
    private volatile @Nullable Performance performance;
    private volatile boolean closed;

    /** Listens for the connections that the far sidecar delivers. */
    public Player(List<Score> scores) throws IOException {
        for (Score score : scores) {
            if (!farEnds.containsKey(score.name())) {
                farEnds.put(score.name(), new FarEnd(selector));
            }
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the ports that the far sidecar must deliver to, by the name of the recording. */
    public Map<String, Integer> ports() {
        Map<String, Integer> ports = new LinkedHashMap<>();
        farEnds.forEach((name, farEnd) -> ports.put(name, farEnd.port()));
        return ports;
    }

    public Tally tally() {
        return tally;
    }

    /**
     * Plays the scores concurrently, once; one performance at a time.
     *
     * @param entrances addresses captured by the near sidecar, by the name of the recording and the class of the connection
     */
    public Performance playOnce(List<Score> scores, BiFunction<String, TrafficClass, InetSocketAddress> entrances) {
        return play(scores, entrances, false, Duration.ZERO);
    }

    /** Plays each score repeatedly until stopped. Scores begin at different times, so that their pauses do not coincide. */
    public Performance repeat(List<Score> scores, BiFunction<String, TrafficClass, InetSocketAddress> entrances) {
        return play(scores, entrances, true, APART);
    }

    private Performance play(
            List<Score> scores,
            BiFunction<String, TrafficClass, InetSocketAddress> entrances,
            boolean again,
            Duration apart) {
        long beginAt = System.nanoTime();
        List<Lane> lanes = new ArrayList<>();
        for (Score score : scores) {
            lanes.add(new Lane(score, () -> connect(score, entrances), again, beginAt));
            beginAt += apart.toNanos();
        }
        Performance next = new Performance(lanes, selector::wakeup);
        performance = next;
        selector.wakeup();
        return next;
    }

    private List<Conversation> connect(Score score, BiFunction<String, TrafficClass, InetSocketAddress> entrances) {
        FarEnd farEnd = Objects.requireNonNull(farEnds.get(score.name()));
        List<Conversation> conversations = score.dialogues().stream()
                .map(dialogue -> new Conversation(
                        dialogue,
                        entrances.apply(score.name(), dialogue.trafficClass()),
                        farEnd,
                        selector,
                        scratch,
                        tally))
                .toList();
        conversations.forEach(farEnd::connect);
        return conversations;
    }

    private void run() {
        try {
            while (!closed) {
                Performance current = performance;
                long next = current == null || current.isOver() ? Long.MAX_VALUE : current.advance(System.nanoTime());
                select(next == Long.MAX_VALUE ? Long.MAX_VALUE : next - System.nanoTime());
            }
        } catch (IOException | RuntimeException e) {
            Performance failed = performance;
            if (failed != null) {
                failed.failed(e);
            }
        }
    }

    private void select(long nanos) throws IOException {
        if (nanos < MIN_SELECT_NANOS) {
            LockSupport.parkNanos(nanos);
            selector.selectNow(Player::ready);
        } else {
            selector.select(Player::ready, Math.min(nanos / 1_000_000, MAX_WAIT_MILLIS));
        }
    }

    private static void ready(SelectionKey key) {
        if (key.isValid()) {
            ((ReadyChannel) key.attachment()).ready(key);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        for (FarEnd farEnd : farEnds.values()) {
            farEnd.close();
        }
    }
}
