package io.narrows.proxy.link.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Liveness;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.EmbeddedLinks;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.LinkTermsBuilder;
import io.narrows.proxy.link.support.Message;
import io.narrows.proxy.link.support.SentFrames;
import io.narrows.proxy.link.terms.LivenessTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Links with a silent peer, under a clock controlled by the test. The watchdog runs one round per second of that clock.
 */
final class HeartbeatTest {
    private final EventMeter events = new EventMeter();
    private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(ByteBufAllocator.DEFAULT);
    private long now;
    private LinkEnvironment environment;
    private Watchdog watchdog;

    @AfterEach
    void close() {
        watchdog.close();
        channel.finishAndReleaseAll();
    }

    @Test
    void silentPeer_isGivenUpAfterTheConfiguredLiveness() throws Exception {
        link("30s", terms(30, 30));

        pass(30);
        assertThat(channel.isOpen()).isTrue();
        pass(2);

        assertThat(channel.isOpen()).isFalse();
        assertThat(events.recentFailures().latest()).containsKey(Failure.PEER_SILENT);
    }

    @Test
    void pings_comeEveryThirdOfTheLiveness() throws Exception {
        link("30s", terms(30, 30));

        assertThat(heardWhileTalkingFor(10)).isEmpty();
        assertThat(heardWhileTalkingFor(2)).hasSize(1).allMatch(Control::hasPing);
    }

    @Test
    void pings_comeEveryThirdOfWhatThePeerTakesForDeath_whenThatIsShorter() throws Exception {
        link("30s", terms(30, 6));

        assertThat(heardWhileTalkingFor(12)).hasSizeBetween(4, 6).allMatch(Control::hasPing);
    }

    @Test
    void peerThatDoesNotSayItsLiveness_isPingedEveryFourSeconds() throws Exception {
        link("60s", new LivenessTerms(Duration.ofSeconds(60), LivenessTerms.STANDARD_LIVENESS, false, false));

        assertThat(heardWhileTalkingFor(12)).hasSizeBetween(2, 3).allMatch(Control::hasPing);
    }

    @Test
    void peerThatDoesNotSayItsLiveness_isNotGivenUpBefore12Seconds() throws Exception {
        link("3s", new LivenessTerms(Duration.ofSeconds(3), LivenessTerms.STANDARD_LIVENESS, false, false));

        pass(11);
        assertThat(channel.isOpen()).isTrue();
        pass(3);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void processThatStoodStill_doesNotJudgeThatTime() throws Exception {
        link("12s", terms(12, 12));

        standStill(60);

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void processThatStoodStill_givesUpAPeerThatStaysSilent() throws Exception {
        link("12s", terms(12, 12));
        standStill(60);

        pass(14);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void processThatStoodStill_pingsAtOnce() throws Exception {
        link("12s", terms(12, 12));

        standStill(60);

        assertThat(written()).hasSize(1).allMatch(Control::hasPing);
    }

    @Test
    void changedLiveness_isSentToThePeer() throws Exception {
        link("12s", terms(12, 12));

        configure("6s");
        pass(1);

        assertThat(written())
                .containsExactly(
                        Control.newBuilder().setLiveness(liveness(6, 2)).build());
    }

    @Test
    void shorterLiveness_holdsOnceThePeerSpeaksOftenEnough() throws Exception {
        link("12s", terms(12, 12));
        configure("3s");
        pass(8);
        assertThat(channel.isOpen()).as("the peer has not answered").isTrue();

        hear(Control.newBuilder().setLiveness(liveness(12, 1)));
        pass(5);

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void changedLiveness_isNotSentToAPeerThatDoesNotAcceptIt() throws Exception {
        link("12s", LinkTermsBuilder.OLD_PEER);

        configure("6s");
        pass(1);

        assertThat(written()).isEmpty();
    }

    @Test
    void peersChange_isAnsweredWithTheInterval() throws Exception {
        link("12s", terms(12, 12));

        hear(Control.newBuilder().setLiveness(liveness(3, 1)));
        pass(1);

        assertThat(written())
                .containsExactly(
                        Control.newBuilder().setLiveness(liveness(12, 1)).build());
    }

    private static LivenessTerms terms(int own, int peer) {
        return new LivenessTerms(Duration.ofSeconds(own), Duration.ofSeconds(peer), true, false);
    }

    private static Liveness liveness(int deadAfterSeconds, int intervalSeconds) {
        return Liveness.newBuilder()
                .setDeadAfterMillis(deadAfterSeconds * 1000)
                .setIntervalMillis(intervalSeconds * 1000)
                .build();
    }

    private void link(String configured, LivenessTerms terms) throws Exception {
        environment = LinkEnvironments.of(yaml(configured), events, Runnable::run, () -> now);
        channel.register();
        EmbeddedLinks.greeted(
                environment, new LinkTermsBuilder().liveness(terms).build(), channel);
        watchdog = new Watchdog(environment.registry(), (loop, still) -> {}, List.of(channel.eventLoop()), () -> now);
    }

    private static String yaml(String liveness) {
        return """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, liveness: %s}
                targets: {}
                peers: [{id: b, region: r, zone: z, host: hb, link: 127.0.0.1:3}]
                """.formatted(liveness);
    }

    private void configure(String liveness) {
        Config next = LinkEnvironments.of(yaml(liveness), events, Runnable::run, () -> now)
                .live()
                .current();
        environment.live().replace(next);
    }

    /** Advances the clock, with one round per second. */
    private void pass(int seconds) {
        for (int second = 0; second < seconds; second++) {
            standStill(1);
        }
    }

    /** Advances the clock, with a single round at the end. */
    private void standStill(int seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    private List<Control> heardWhileTalkingFor(int seconds) throws CorruptFrameException {
        for (int second = 0; second < seconds; second++) {
            hear(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            pass(1);
        }
        return written();
    }

    private void hear(Control.Builder control) {
        channel.writeInbound(Unpooled.wrappedBuffer(Message.control(control).sealed()));
    }

    /** Returns the control messages written by the link since the last call. */
    private List<Control> written() throws CorruptFrameException {
        return SentFrames.take(channel).controls();
    }
}
