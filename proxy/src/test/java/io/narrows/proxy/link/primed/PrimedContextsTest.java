package io.narrows.proxy.link.primed;

import static io.narrows.proxy.link.primed.States.KEY;
import static io.narrows.proxy.link.primed.States.hash;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dense.ContextState;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.proto.HeldState;
import io.narrows.proxy.link.proto.HeldStates;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.EventMeter;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Tests what remains of the states of a peer that has left. */
final class PrimedContextsTest {
    private static final PeerId PEER = new PeerId("b");

    private final Deque<Runnable> work = new ArrayDeque<>();
    private final LinkEnvironment environment =
            LinkEnvironments.ofA("{codec: dense, level: 1, primed: plain}", new EventMeter(), work::add, () -> 1);
    private final PrimedContexts contexts = environment.primed();
    private final Account account = environment.memory().account(Purpose.HISTORY, PEER);

    @Test
    void forget_whileAHashIsComputed_keepsNothing() {
        try (LinkStates link = link()) {
            assertThat(keep(link, States.of("any"))).isTrue();
        }

        contexts.forget(PEER);
        finishWork();

        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void forget_whileAStateIsSaved_takesNoMemoryForIt() {
        try (LinkStates link = link()) {
            assertThat(dialled(link).keepSent(TrafficClass.BULK, this::savedAsThePeerLeaves))
                    .isFalse();
        }
        try (LinkStates link = link()) {
            dialled(link).keepReceived(TrafficClass.BULK, this::savedAsThePeerLeaves);
        }

        assertThat(work).isEmpty();
        assertThat(account.usedBytes()).isZero();
    }

    private ContextState savedAsThePeerLeaves() {
        contexts.forget(PEER);
        return States.of("any");
    }

    @Test
    void forget_whileALinkLives_keepsNoMoreOfIt() {
        try (LinkStates link = link()) {
            contexts.forget(PEER);

            assertThat(keep(link, States.of("any"))).isFalse();
            keepReceived(link, States.of("other"));
            finishWork();
        }

        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void forget_statesThatALinkHolds_dropsThemWhenItIsClosed() {
        ContextState sent = States.of("sent");
        ContextState received = States.of("received");
        try (LinkStates link = link()) {
            keep(link, sent);
            keepReceived(link, received);
            finishWork();
        }
        LinkStates holder = link();
        holder.offered(HeldStates.newBuilder()
                .addStates(HeldState.newBuilder().setHash(hash(sent)))
                .build());

        contexts.forget(PEER);

        assertThat(account.usedBytes()).isEqualTo(sent.memoryBytes() + received.memoryBytes());
        assertThat(dialled(holder).origin(TrafficClass.BULK).state()).isSameAs(sent);
        holder.close();
        assertThat(account.usedBytes()).isZero();
    }

    @Test
    void linkAfterForget_beginsAnew() {
        try (LinkStates link = link()) {
            keepReceived(link, States.of("before"));
            finishWork();
        }
        contexts.forget(PEER);

        try (LinkStates link = link()) {
            assertThat(link.offers().getStatesCount()).isZero();
            assertThat(keep(link, States.of("after"))).isTrue();
        }
    }

    private LinkStates link() {
        LinkStates link = contexts.link(PEER);
        link.offered(HeldStates.getDefaultInstance());
        return link;
    }

    private static ConnectionStates dialled(LinkStates link) {
        return link.connection(KEY.target(), true, false);
    }

    private static boolean keep(LinkStates link, ContextState state) {
        return dialled(link).keepSent(TrafficClass.BULK, () -> state);
    }

    private static void keepReceived(LinkStates link, ContextState state) {
        dialled(link).keepReceived(TrafficClass.BULK, () -> state);
    }

    private void finishWork() {
        work.forEach(Runnable::run);
        work.clear();
    }
}
