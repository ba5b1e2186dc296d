package io.narrows.proxy.link.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.Answer;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Opened;
import io.narrows.proxy.link.proto.Ping;
import io.narrows.proxy.link.proto.Probe;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.Watchdog;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.DiscardingUser;
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
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Links between two nodes, each on its own event loop, with a scripted peer and a clock controlled by the test. */
final class PairLivenessTest {
    private static final LivenessTerms TERMS =
            new LivenessTerms(Duration.ofSeconds(12), Duration.ofSeconds(12), true, true);

    private final EventMeter events = new EventMeter();
    private final List<Peer> peers = new ArrayList<>();
    private long now;
    private final LinkEnvironment environment = LinkEnvironments.ofA("{codec: none}", events, Runnable::run, () -> now);
    private Watchdog watchdog;

    @AfterEach
    void close() {
        watchdog.close();
        peers.forEach(peer -> peer.channel.finishAndReleaseAll());
    }

    @Test
    void idlePair_asksOnceAMinuteOnEachLink() throws Exception {
        Peer first = peer();
        Peer second = peer();
        watch();

        pass(600);

        assertThat(first.heard).hasSizeBetween(9, 10).allMatch(Control::hasProbe);
        assertThat(second.heard).hasSizeBetween(9, 10).allMatch(Control::hasProbe);
    }

    @Test
    void pairWithAConnection_asksOnOneLinkEachInterval() throws Exception {
        Peer ready = peer();
        Peer other = peer();
        Peer carrying = peer();
        watch();
        carrying.open();

        pass(60);

        assertThat(ready.heard).hasSizeBetween(11, 15).allMatch(Control::hasProbe);
        assertThat(other.heard).hasSizeLessThanOrEqualTo(1);
        assertThat(carrying.heard.stream().filter(Control::hasPing)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void pairThatIsHeardAnyway_isAskedNothing() throws Exception {
        Peer ready = peer();
        Peer carrying = peer();
        watch();
        carrying.open();

        for (int second = 0; second < 50; second++) {
            carrying.say(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            pass(1);
        }

        assertThat(ready.heard).isEmpty();
    }

    @Test
    void withoutALinkInThePool_eachLinkIsPingedEachInterval() throws Exception {
        Peer carrying = peer();
        watch();
        carrying.open();

        for (int second = 0; second < 60; second++) {
            carrying.say(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            pass(1);
        }

        assertThat(carrying.heard.stream().filter(Control::hasPing)).hasSizeBetween(12, 15);
    }

    @Test
    void deadPeer_losesAllLinksWithinTheLiveness() throws Exception {
        Peer ready = peer();
        Peer carrying = peer();
        Peer paused = peer();
        watch();
        carrying.open();
        paused.open();
        paused.channel.config().setAutoRead(false);
        pass(2);

        peers.forEach(Peer::die);
        pass(14);

        assertThat(peers).noneMatch(peer -> peer.channel.isOpen());
        assertThat(carrying.user.lost()).containsExactly(Failure.PEER_SILENT);
        assertThat(paused.user.lost()).containsExactly(Failure.PEER_SILENT);
        assertThat(ready.link.state()).isEqualTo(LinkState.CLOSED);
    }

    @Test
    void pairThatAnotherEventLoopHears_isAliveBeforeTheRoundOfThatLoop() throws Exception {
        Peer carrying = peer();
        Peer ready = peer();
        watch();
        carrying.open();
        peers.forEach(Peer::die);
        pass(12);

        ready.say(Control.newBuilder().setPing(Ping.getDefaultInstance()));
        passOn(carrying, 2);

        assertThat(carrying.channel.isOpen()).isTrue();
    }

    @Test
    void pairWithALinkOnAnEventLoopThatStandsStill_isNotFoundDead() throws Exception {
        Peer carrying = peer();
        Peer stuck = peer();
        watch();
        carrying.open();
        carrying.die();

        passOn(carrying, 30);

        assertThat(carrying.channel.isOpen()).isTrue();
        assertThat(stuck.channel.isOpen()).isTrue();
    }

    @Test
    void pairWithoutALink_isForgotten() throws Exception {
        EmbeddedChannel watching = new EmbeddedChannel();
        watching.freezeTime();
        Peer last = peer();
        watchdog = new Watchdog(environment.registry(), (loop, still) -> {}, List.of(watching.eventLoop()), () -> now);
        watching.advanceTimeBy(1, TimeUnit.SECONDS);
        watching.runScheduledPendingTasks();
        assertThat(watchdog.pairs()).isEqualTo(1);

        last.link.retire();
        watching.advanceTimeBy(1, TimeUnit.SECONDS);
        watching.runScheduledPendingTasks();

        assertThat(watchdog.pairs()).isZero();
    }

    @Test
    void linkThatIsLostAlone_endsAlone() throws Exception {
        Peer lost = peer();
        Peer ready = peer();
        Peer carrying = peer();
        watch();
        carrying.open();
        lost.die();

        pass(30);

        assertThat(lost.channel.isOpen()).isFalse();
        assertThat(ready.channel.isOpen()).isTrue();
        assertThat(carrying.channel.isOpen()).isTrue();
    }

    @Test
    void carryingLinkThatIsLostAlone_endsAfterAMinute() throws Exception {
        peer();
        Peer lost = peer();
        watch();
        lost.open();
        lost.die();

        pass(70);
        assertThat(lost.channel.isOpen()).isTrue();
        pass(5);

        assertThat(lost.user.lost()).containsExactly(Failure.PEER_SILENT);
    }

    @Test
    void linkWhosePeerDoesNotReadIt_staysWhileThePairLives() throws Exception {
        peer();
        Peer paused = peer();
        watch();
        paused.open();
        paused.answers = false;

        for (int minute = 0; minute < 10; minute++) {
            paused.say(Control.newBuilder().setPing(Ping.getDefaultInstance()));
            pass(60);
        }

        assertThat(paused.channel.isOpen()).isTrue();
    }

    @Test
    void silentLinkThatIsTaken_isProbedInFrontOfOpen() throws Exception {
        Peer taken = peer();
        watch();
        pass(30);

        taken.link.open(taken.user, "work", TrafficClass.DEFAULT);
        taken.listen();

        assertThat(taken.heard)
                .extracting(Control::getKindCase)
                .containsExactly(Control.KindCase.PROBE, Control.KindCase.OPEN);
        taken.pass(2);
        assertThat(taken.channel.isOpen())
                .as("answered, the target is being dialled")
                .isTrue();
    }

    @Test
    void silentLinkThatIsTakenAndDead_isGivenUpAfterASecond() throws Exception {
        Peer taken = peer();
        watch();
        pass(30);
        taken.die();

        taken.link.open(taken.user, "work", TrafficClass.DEFAULT);
        taken.pass(2);

        assertThat(taken.user.lost()).containsExactly(Failure.PEER_SILENT);
    }

    @Test
    void linkThatWasJustHeard_isNotProbed() throws Exception {
        Peer taken = peer();
        watch();

        taken.link.open(taken.user, "work", TrafficClass.DEFAULT);
        taken.listen();

        assertThat(taken.heard).extracting(Control::getKindCase).containsExactly(Control.KindCase.OPEN);
    }

    @Test
    void probe_isAnswered() throws Exception {
        Peer asking = peer();
        watch();

        asking.say(Control.newBuilder().setProbe(Probe.getDefaultInstance()));
        asking.listen();

        assertThat(asking.heard)
                .containsExactly(Control.newBuilder()
                        .setAnswer(Answer.getDefaultInstance())
                        .build());
    }

    @Test
    void connectionThatBeginsAfterALongSilence_doesNotMakeThePeerDead() throws Exception {
        Peer ready = peer();
        Peer carrying = peer();
        watch();
        pass(59);

        carrying.open();
        pass(30);

        assertThat(ready.channel.isOpen()).isTrue();
        assertThat(carrying.channel.isOpen()).isTrue();
    }

    private Peer peer() throws Exception {
        Peer peer = new Peer();
        peers.add(peer);
        return peer;
    }

    private void watch() {
        List<EventLoop> loops =
                peers.stream().map(peer -> peer.channel.eventLoop()).toList();
        watchdog = new Watchdog(environment.registry(), (loop, still) -> {}, loops, () -> now);
    }

    /** Advances the clock, with one round of every event loop per second. */
    private void pass(int seconds) throws CorruptFrameException {
        for (int second = 0; second < seconds; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            for (Peer peer : peers) {
                peer.channel.advanceTimeBy(1, TimeUnit.SECONDS);
                peer.channel.runScheduledPendingTasks();
                peer.listen();
            }
        }
    }

    /** Advances the clock, with one round of only one event loop per second. */
    private void passOn(Peer peer, int seconds) throws CorruptFrameException {
        for (int second = 0; second < seconds; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            peer.pass(1);
        }
    }

    /** The other end of a link. */
    private final class Peer {
        private final DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(ByteBufAllocator.DEFAULT);
        private final List<Control> heard = new ArrayList<>();
        private final DiscardingUser user = new DiscardingUser();
        private final Link link;
        private boolean answers = true;

        Peer() throws Exception {
            channel.register();
            channel.freezeTime();
            link = EmbeddedLinks.greeted(
                    environment, new LinkTermsBuilder().liveness(TERMS).build(), channel);
        }

        void open() throws CorruptFrameException {
            link.open(user, "work", TrafficClass.DEFAULT);
            say(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
            listen();
            heard.clear();
        }

        void die() {
            answers = false;
        }

        void pass(int seconds) throws CorruptFrameException {
            listen();
            channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }

        void say(Control.Builder control) {
            channel.writeInbound(Unpooled.wrappedBuffer(Message.control(control).sealed()));
        }

        /** Reads the messages written by the link and answers probes. */
        void listen() throws CorruptFrameException {
            List<Control> news = written();
            heard.addAll(news);
            for (Control control : news) {
                if (answers && control.hasProbe()) {
                    say(Control.newBuilder().setAnswer(Answer.getDefaultInstance()));
                }
            }
        }

        private List<Control> written() throws CorruptFrameException {
            return SentFrames.take(channel).controls();
        }
    }
}
