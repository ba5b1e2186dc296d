package io.narrows.proxy.link.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.link.support.CountingAllocator;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkApplication;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Links that run out of memory, at every place that allocates any: each recorded peer is run repeatedly, and each time
 * one more allocation succeeds. Wherever it fails, the link must end, be counted once, and return everything that it
 * and its application held; if none fails, the link must end cleanly.
 */
@Tag("long")
final class ShortOfMemoryTest {
    private static final long LINGER_MILLIS = 5;

    private final Overheard log = new Overheard();
    private final EventMeter events = new EventMeter();
    private final Deque<Runnable> work = new ArrayDeque<>();

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{codec: none}",
                "{codec: lz4}",
                "{codec: zstd, level: 1}",
                "{codec: zstd, level: 1, linger: " + LINGER_MILLIS + "ms, min-size: 0B}",
                "{codec: dense, level: 1, window: 128KiB, shared-history: true}"
            })
    void anyLinkEnds(String rule) {
        EmbeddedLinks links = new EmbeddedLinks(rule, events, work::add, () -> 1);
        List<Recording> recordings = Recording.all();
        for (int peer = 0; peer < recordings.size(); peer++) {
            for (int denials : new int[] {1, Integer.MAX_VALUE}) {
                meetWithMoreAndMore(links, recordings.get(peer), denials, "peer " + peer + ", denied " + denials);
            }
        }
    }

    private void meetWithMoreAndMore(EmbeddedLinks links, Recording peer, int denials, String name) {
        int granted = 0;
        while (isDenied(links, peer, granted, denials, name + " behind " + granted)) {
            granted++;
        }
        assertThat(granted).as(name).isGreaterThan(2);
    }

    private boolean isDenied(EmbeddedLinks links, Recording peer, int granted, int denials, String name) {
        long failures = EventCounts.failures(events);
        CountingAllocator outside = new CountingAllocator();
        CountingAllocator inside = new CountingAllocator();
        inside.deny(granted, denials);
        LinkApplication application = new LinkApplication(true, true, outside);
        DuplexEmbeddedChannel channel = links.connect(peer.opens(), application, inside);
        for (Mutant.Piece piece : peer.sealed()) {
            say(channel, piece.wire(), outside);
        }
        boolean open = channel.isOpen();
        channel.peerEnds();
        channel.finishAndReleaseAll();

        boolean denied = inside.denied();
        assertThat(log.takeAll())
                .as(name)
                .hasSize(denied ? 1 : 0)
                .allSatisfy(warning -> assertThat(warning.reason()).isEqualTo(Failure.INTERNAL.label()));
        assertThat(EventCounts.failures(events) - failures).as(name).isEqualTo(denied ? 1 : 0);
        if (denied) {
            assertThat(open).as(name).isFalse();
        } else {
            assertThat(application.fate()).as(name).isEqualTo(Fate.CLEAN);
        }
        assertThat(links.environment().registry().size()).as(name).isZero();
        assertThat(links.environment().contexts().usedBytes()).as(name).isZero();
        assertThat(inside.live()).as(name).isZero();
        assertThat(outside.live()).as(name).isZero();
        return denied;
    }

    /** Sends in two reads. */
    private void say(DuplexEmbeddedChannel channel, byte[] words, CountingAllocator outside) {
        int half = words.length / 2;
        say(channel, outside, Arrays.copyOfRange(words, 0, half));
        say(channel, outside, Arrays.copyOfRange(words, half, words.length));
    }

    private void say(DuplexEmbeddedChannel channel, CountingAllocator outside, byte[] words) {
        if (!channel.isOpen()) {
            return;
        }
        channel.writeInbound(outside.directBuffer(words.length).writeBytes(words));
        do {
            channel.advanceTimeBy(LINGER_MILLIS, TimeUnit.MILLISECONDS);
            channel.runPendingTasks();
            channel.runScheduledPendingTasks();
        } while (worked());
    }

    private boolean worked() {
        Runnable next = work.poll();
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }
}
