package io.narrows.proxy.link.primed;

import static io.narrows.proxy.link.primed.States.KEY;
import static io.narrows.proxy.link.primed.States.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dense.ContextState;
import io.narrows.config.ConnectionScope;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.HeldState;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.support.Ledgers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the offers of hellos, and how long they are used and held. */
final class LinkStatesTest {
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Account accountOfA = Ledgers.of(1 << 30).account(Purpose.HISTORY, new PeerId("b"));
    private final Account accountOfB = Ledgers.of(1 << 30).account(Purpose.HISTORY, new PeerId("a"));
    private long now = 1;
    private final PeerStates a = new PeerStates(accountOfA, () -> now);
    private final PeerStates b = new PeerStates(accountOfB, () -> now);

    private LinkStates link(PeerStates end) {
        return new LinkStates(end, work::add, () -> now);
    }

    private static ConnectionStates dialled(LinkStates link) {
        return link.connection(KEY.target(), true, false);
    }

    private void keepAtBothEnds(ContextState state) {
        LinkStates ofA = link(a);
        LinkStates ofB = link(b);
        agree(ofA, ofB);
        dialled(ofA).keepSent(TrafficClass.BULK, () -> state);
        ofB.connection(KEY.target(), false, false).keepReceived(TrafficClass.BULK, () -> state);
        now += PeerStates.INTERVAL_NANOS;
        ofA.close();
        ofB.close();
        work.forEach(Runnable::run);
        work.clear();
    }

    private static void agree(LinkStates one, LinkStates other) {
        HeldStates offers = one.offers();
        one.offered(other.offers());
        other.offered(offers);
    }

    @Test
    void origin_isWhatBothEndsKept_andTheReceiverFindsItByItsNumber() {
        ContextState state = States.of("kept at both ends");
        keepAtBothEnds(state);
        LinkStates ofA = link(a);
        LinkStates ofB = link(b);
        agree(ofA, ofB);
        ConnectionStates sender = dialled(ofA);
        ConnectionStates receiver = ofB.connection(KEY.target(), false, false);

        Origin origin = sender.origin(TrafficClass.BULK);

        assertThat(origin.state()).isSameAs(state);
        assertThat(receiver.offered(origin.number())).isSameAs(state);
        assertThat(receiver.offered(origin.number() + 1)).isNull();
        assertThat(receiver.offered(-1)).isNull();
        assertThat(sender.origin(TrafficClass.BULK))
                .as("before a frame is sent")
                .isEqualTo(origin);
        sender.sent();
        assertThat(sender.origin(TrafficClass.BULK)).as("of a later context").isNull();
        receiver.received();
        assertThat(receiver.offered(origin.number())).isNull();
    }

    @Test
    void origin_ofAnotherTargetClassOrDirection_orOfNoOffer_isNone() {
        keepAtBothEnds(States.of("kept at both ends"));
        LinkStates ofB = link(b);
        HeldStates offers = ofB.offers();

        assertThat(offered(offers).connection("other", true, false).origin(TrafficClass.BULK))
                .isNull();
        assertThat(offered(offers).connection(KEY.target(), false, false).origin(TrafficClass.BULK))
                .isNull();
        assertThat(dialled(offered(offers)).origin(TrafficClass.DEFAULT)).isNull();
        assertThat(offered(offers).connection(KEY.target(), true, true).origin(TrafficClass.BULK))
                .isNull();
        assertThat(dialled(offered(HeldStates.getDefaultInstance())).origin(TrafficClass.BULK))
                .isNull();
        assertThat(dialled(offered(offers)).origin(TrafficClass.BULK)).isNotNull();
    }

    private LinkStates offered(HeldStates offers) {
        LinkStates link = link(a);
        link.offered(offers);
        return link;
    }

    @Test
    void offersBeyondTheSixteenth_areIgnored() {
        ContextState state = States.of("kept at both ends");
        keepAtBothEnds(state);
        HeldState unknown = HeldState.newBuilder().setKindValue(77).build();
        HeldState known = HeldState.newBuilder().setHash(hash(state)).build();

        assertThat(dialled(offered(many(unknown, 15, known)))
                        .origin(TrafficClass.BULK)
                        .number())
                .isEqualTo(15);
        assertThat(dialled(offered(many(unknown, 16, known))).origin(TrafficClass.BULK))
                .isNull();
    }

    private static HeldStates many(HeldState first, int count, HeldState last) {
        return HeldStates.newBuilder()
                .addAllStates(Collections.nCopies(count, first))
                .addStates(last)
                .build();
    }

    @Test
    void offersOfUnknownKinds_count() {
        ContextState state = States.of("kept at both ends");
        keepAtBothEnds(state);
        HeldStates offers = HeldStates.newBuilder()
                .addStates(HeldState.newBuilder().setKindValue(77).setHash(hash(state)))
                .addStates(HeldState.newBuilder().setHash(hash(state)))
                .build();

        assertThat(dialled(offered(offers)).origin(TrafficClass.BULK).number()).isEqualTo(1);
    }

    @Test
    void offers_areUsedForAnHour_andHeldForLonger() {
        keepAtBothEnds(States.of("kept at both ends"));
        LinkStates ofA = link(a);
        LinkStates late = link(a);
        LinkStates ofB = link(b);
        agree(ofA, ofB);
        late.offered(ofB.offers());

        now += TimeUnit.MINUTES.toNanos(59);
        assertThat(dialled(ofA).origin(TrafficClass.BULK)).isNotNull();
        now += TimeUnit.MINUTES.toNanos(1);

        assertThat(dialled(late).origin(TrafficClass.BULK)).isNull();
        assertThat(ofB.connection(KEY.target(), false, false).offered(0)).isNotNull();
        assertThat(LinkStates.HELD_NANOS).isGreaterThan(TimeUnit.HOURS.toNanos(1));
    }

    @Test
    void offers_areUsedForTenSecondsAfterOpen_andHeldForMuchLonger() {
        keepAtBothEnds(States.of("kept at both ends"));
        LinkStates ofA = link(a);
        LinkStates ofB = link(b);
        agree(ofA, ofB);
        ConnectionStates sender = dialled(ofA);

        now += TimeUnit.SECONDS.toNanos(9);
        assertThat(sender.origin(TrafficClass.BULK)).isNotNull();
        now += TimeUnit.SECONDS.toNanos(1);

        assertThat(sender.origin(TrafficClass.BULK)).isNull();
        assertThat(LinkStates.HELD_AFTER_OPEN_NANOS).isGreaterThan(TimeUnit.SECONDS.toNanos(60));
    }

    @Test
    void heldStates_outliveNewerOnes_untilTheLinkIsClosed() {
        ContextState first = States.of("first");
        keepAtBothEnds(first);
        LinkStates ofA = link(a);
        LinkStates ofB = link(b);
        agree(ofA, ofB);
        for (int i = 0; i < 20; i++) {
            keepAtBothEnds(States.of("later " + i));
        }

        ConnectionStates sender = dialled(ofA);
        assertThat(sender.origin(TrafficClass.BULK).state()).isSameAs(first);
        keepAtBothEnds(States.of("kept while the first frame is encoded"));
        assertThat(sender.origin(TrafficClass.BULK).state()).isSameAs(first);
        assertThat(ofB.connection(KEY.target(), false, false).offered(0)).isSameAs(first);

        ofA.close();
        ofB.close();
        keepAtBothEnds(States.of("last"));
        assertThat(a.holdSent(List.of(hash(first)))).isEmpty();
        assertThat(accountOfA.usedBytes()).isLessThan(3 * first.memoryBytes());
        assertThat(accountOfB.usedBytes()).isEqualTo(accountOfA.usedBytes());
    }

    @Test
    void states_thatAreNotUsedForAnHour_areDropped() {
        keepAtBothEnds(States.of("kept at both ends"));
        now += PeerStates.UNUSED_NANOS + 1;

        a.dropUnusedFor(PeerStates.UNUSED_NANOS);
        b.dropUnusedFor(PeerStates.UNUSED_NANOS);

        assertThat(accountOfA.usedBytes()).isZero();
        assertThat(accountOfB.usedBytes()).isZero();
    }

    @Test
    void keepSent_isLimitedPerPeer() {
        ConnectionStates one = dialled(offered(HeldStates.getDefaultInstance()));
        ConnectionStates other = dialled(offered(HeldStates.getDefaultInstance()));

        assertThat(keep(one, "one")).isTrue();
        assertThat(keep(other, "two")).isFalse();
        now += PeerStates.INTERVAL_NANOS;
        assertThat(keep(other, "three")).isTrue();
        assertThat(keep(ConnectionStates.NONE, "four")).isFalse();
    }

    @Test
    void keepSent_isRarer_onceModelsAreTrained() {
        ConnectionStates states = dialled(offered(HeldStates.getDefaultInstance()));
        for (int i = 0; i < PeerStates.FREQUENT; i++) {
            assertThat(keep(states, "state " + i)).isTrue();
            now += PeerStates.INTERVAL_NANOS;
        }

        assertThat(keep(states, "too soon")).isFalse();
        now += PeerStates.RARE_NANOS - PeerStates.INTERVAL_NANOS;
        assertThat(keep(states, "later")).isTrue();
    }

    private static boolean keep(ConnectionStates states, String text) {
        return states.keepSent(TrafficClass.BULK, () -> States.of(text));
    }

    /** The peer decides how often it asks to keep a state. */
    @Test
    void keepReceived_moreOftenThanAnHonestPeerAsks_keepsNothing() {
        ConnectionStates receiver = offered(HeldStates.getDefaultInstance()).connection(KEY.target(), false, false);
        now += PeerStates.BURST * PeerStates.INTERVAL_NANOS;
        AtomicInteger saved = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            receiver.keepReceived(TrafficClass.BULK, () -> {
                saved.incrementAndGet();
                return States.of("any");
            });
        }

        assertThat(saved).hasValue(PeerStates.BURST);
    }

    @Test
    void memoryOfStatesThatAreNotHashedYet_isCharged() {
        keep(dialled(offered(HeldStates.getDefaultInstance())), "any");

        assertThat(accountOfA.usedBytes()).isEqualTo(States.of("any").memoryBytes());
        work.forEach(Runnable::run);
        assertThat(accountOfA.usedBytes()).isEqualTo(States.of("any").memoryBytes());
    }

    /** A state of this context could take several times as much as it does. */
    @Test
    void keep_whileMemoryIsTight_dropsNoStateForMoreThanItTakes() {
        long bytes = States.of("one").memoryBytes();
        LinkStates link = link(new PeerStates(account(5 * bytes / 2), () -> now)); // two, but not three
        link.offered(HeldStates.getDefaultInstance());
        ConnectionStates states = dialled(link);
        keep(states, "one");
        now += PeerStates.INTERVAL_NANOS;
        keep(states, "two");
        work.forEach(Runnable::run);

        assertThat(link.peer().holdSent(List.of(hash(States.of("one")), hash(States.of("two")))))
                .hasSize(2);
    }

    @Test
    void keep_withoutMemory_keepsNothing_saysSo_andSavesNoneForAWhile() {
        Account account = account(States.of("any").memoryBytes() / 2);
        LinkStates link = link(new PeerStates(account, () -> now));
        link.offered(HeldStates.getDefaultInstance());
        ConnectionStates states = dialled(link);

        assertThat(keep(states, "any")).isFalse();
        now += PeerStates.RARE_NANOS - 1;
        assertThat(keep(states, "soon after")).isFalse();
        assertThat(account.refusals()).isOne();
        now++;
        assertThat(keep(states, "later")).isFalse();
        assertThat(account.refusals()).isEqualTo(2);
    }

    /** The peer keeps what this side refuses, and refers only to what both keep. */
    @Test
    void keepReceived_afterOneForWhichMemoryWasShort_keepsTheNext() {
        ContextState next = States.of("next");
        Account account = account(2 * next.memoryBytes());
        LinkStates link = link(new PeerStates(account, () -> now));
        link.offered(HeldStates.getDefaultInstance());
        ConnectionStates states = link.connection(KEY.target(), false, false);
        account.count(Storage.HEAP, account.pool().limitBytes());
        states.keepReceived(TrafficClass.BULK, () -> States.of("refused"));
        account.count(Storage.HEAP, -account.pool().limitBytes());

        now += PeerStates.INTERVAL_NANOS;
        states.keepReceived(TrafficClass.BULK, () -> next);

        assertThat(account.refusals()).isOne();
        assertThat(account.usedBytes()).isEqualTo(next.memoryBytes());
    }

    /** Returns the account of a peer that may hold some bytes for history. */
    private static Account account(long bytes) {
        return Ledgers.of(16 * bytes * 5 / 4).account(Purpose.HISTORY, new PeerId("b"));
    }

    @Test
    void allows_nothing_unlessThePeerSaidThatItAgrees() {
        assertThat(dialled(link(a)).allows(ConnectionScope.ALL, TrafficClass.BULK))
                .isFalse();
        assertThat(dialled(offered(HeldStates.getDefaultInstance())).allows(ConnectionScope.ALL, TrafficClass.BULK))
                .isTrue();
        LinkStates ofA = offered(HeldStates.getDefaultInstance());
        assertThat(ofA.connection("db", true, true).allows(ConnectionScope.PLAIN, TrafficClass.BULK))
                .isFalse();
    }

    @Test
    void keep_afterTheWorkersEnded_keepsNothing() {
        LinkStates ofA = new LinkStates(
                a,
                task -> {
                    throw new RejectedExecutionException("closed");
                },
                () -> now);
        ofA.offered(HeldStates.getDefaultInstance());

        assertThat(keep(dialled(ofA), "any")).isFalse();

        assertThat(accountOfA.usedBytes()).isZero();
    }
}
