package io.narrows.tests.capture;

import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.TestProgram;
import java.time.Duration;
import java.util.Optional;

/** The connections of a {@link Probe} around the time at which a sidecar is killed. */
final class Downtime {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Server probe;
    private long killedAt;

    /**
     * Starts the probe, and waits until connections of both kinds were answered.
     *
     * @param lasting port of the connection that stays open
     * @param brief port of the others
     */
    Downtime(Host host, String ip, int lasting, int brief) {
        probe = host.start(
                "probe", TestProgram.command(Probe.class, ip, Integer.toString(lasting), Integer.toString(brief)));
        await().atMost(LIMIT)
                .until(() -> probe.log().contains("new answered") && probe.log().contains("open answered"));
    }

    /** Records that the sidecar is killed now. */
    void begins() {
        killedAt = System.currentTimeMillis();
    }

    /** Returns the time after which the open connection was reset, in ms. */
    long resetAfter() {
        await().atMost(LIMIT).until(() -> first("open reset", killedAt).isPresent());
        return first("open reset", killedAt).orElseThrow() - killedAt;
    }

    /** Returns the time after which the first new connection failed, in ms. */
    long failsAfter() {
        await().atMost(LIMIT).until(() -> first("new failed", killedAt).isPresent());
        return first("new failed", killedAt).orElseThrow() - killedAt;
    }

    /** Returns whether a connection was answered after the first one that failed. */
    boolean isOver() {
        return first("new answered", killedAt + failsAfter()).isPresent();
    }

    /** Waits until a connection is answered again, and returns the time since the kill, in ms. */
    long endsAfter() {
        await().atMost(LIMIT).until(this::isOver);
        return first("new answered", killedAt + failsAfter()).orElseThrow() - killedAt;
    }

    private Optional<Long> first(String state, long since) {
        return probe.log()
                .lines()
                .filter(line -> line.endsWith(" " + state))
                .map(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
                .filter(time -> time >= since)
                .findFirst();
    }
}
