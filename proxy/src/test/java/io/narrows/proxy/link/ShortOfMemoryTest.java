package io.narrows.proxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.TlsContexts;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Links for which there is no memory, at every place where they ask for some: each recorded peer is met again and again, and
 * memory is to be had once more each time. Whatever it was denied for, the link ends, is counted once, and all that it and its
 * application had is returned; when it was not denied, the link ends cleanly.
 */
final class ShortOfMemoryTest {
    private static final String CONFIG = """
            version: 1
            node: {id: b, region: us-east-1, zone: z, host: hb}
            link: {listen: 127.0.0.1:1}
            targets: {work: 127.0.0.1:2}
            peers: [{id: a, region: us-east-1, zone: z, host: h, link: 127.0.0.1:3}]
            policy:
              - {class: bulk, codec: dense, level: 1, window: 128KiB, shared-history: true}
              - %s
            """;

    private static final long LINGER_MILLIS = 5;

    private final Overheard log = new Overheard();
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
    void anyLinkEnds(String rule) throws Exception {
        List<Recording> recordings = Recording.all();
        for (int peer = 0; peer < recordings.size(); peer++) {
            String name = "peer " + peer + " by " + rule;
            meetWithMoreAndMore(name, rule, recordings.get(peer), 1);
            meetWithMoreAndMore(name, rule, recordings.get(peer), Integer.MAX_VALUE);
        }
    }

    private void meetWithMoreAndMore(String name, String rule, Recording recording, int denials) throws Exception {
        int granted = 0;
        while (meet(name + ", granted " + granted + ", denied " + denials, rule, recording, granted, denials)) {
            granted++;
        }
        assertThat(granted).as(name).isGreaterThan(2);
    }

    /** Whether memory was denied. */
    private boolean meet(String place, String rule, Recording recording, int granted, int denials) throws Exception {
        EventMeter events = new EventMeter();
        LinkEnvironment environment = LinkEnvironments.of(CONFIG.formatted(rule), events, work::add, () -> 1);
        CountingAllocator outside = new CountingAllocator();
        CountingAllocator inside = new CountingAllocator();
        inside.deny(granted, denials);
        LinkApplication application = new LinkApplication(true, true, outside);
        DuplexEmbeddedChannel channel = connect(environment, recording, application, inside);
        for (Message message : recording.messages()) {
            say(channel, message.sealed(), outside);
        }
        boolean open = channel.isOpen();
        channel.peerEnds();
        channel.finishAndReleaseAll();

        boolean denied = inside.denied();
        assertThat(log.takeAll())
                .as(place)
                .hasSize(denied ? 1 : 0)
                .allSatisfy(warning -> assertThat(warning.reason()).isEqualTo(Failure.INTERNAL.label()));
        assertThat(EventCounts.failures(events)).as(place).isEqualTo(denied ? 1 : 0);
        if (denied) {
            assertThat(open).as(place).isFalse();
        } else {
            assertThat(application.fate()).as(place).isEqualTo(Fate.CLEAN);
        }
        assertThat(environment.census().size()).as(place).isZero();
        assertThat(environment.contexts().usedBytes()).as(place).isZero();
        assertThat(inside.live()).as(place).isZero();
        assertThat(outside.live()).as(place).isZero();
        return denied;
    }

    private static DuplexEmbeddedChannel connect(
            LinkEnvironment environment, Recording recording, LinkApplication application, CountingAllocator alloc)
            throws Exception {
        LinkHandshakes handshakes = new LinkHandshakes(
                environment,
                (Link link, Open open) -> {
                    link.accept(application);
                    application.opened();
                },
                plaintext(),
                () -> false,
                "test");
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(alloc);
        Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();
        handshakes.begin(channel, recording.opens() ? null : Recording.NODE, greeted);
        greeted.addListener(done -> {
            if (done.isSuccess()) {
                application.carriedBy(greeted.getNow());
                if (!recording.opens()) {
                    greeted.getNow().open(application, Recording.TARGET, TrafficClass.DEFAULT);
                }
            }
        });
        channel.register();
        return channel;
    }

    private static TlsContexts plaintext() throws IOException {
        return new TlsContexts(TlsContexts.load(Optional.empty()));
    }

    /** In two reads. */
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
