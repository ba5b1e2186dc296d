package io.narrows.proxy.link.session;

import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.LinkUser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a link, its user, and the directions that carry the user's connection. LinkState changes also perform their
 * side effects. Used on the link's event loop only, except where noted.
 */
final class LinkLifecycle {
    private final Runnable freed;
    private volatile LinkState state = LinkState.READY;
    private Runnable lostWhileReady = () -> {};
    private @Nullable LinkUser user;
    private String target = "";
    private volatile @Nullable DuplexStream duplex;

    /** @param freed releases the link's own resources when it ends */
    LinkLifecycle(Runnable freed) {
        this.freed = freed;
    }

    /** Sets an action to run if the link ends before it is taken. */
    void onLostWhileReady(Runnable action) {
        lostWhileReady = action;
    }

    /** Takes the link for a target and starts both directions. */
    void opening(String targetName, DuplexStream started) {
        state = LinkState.OPENING;
        target = targetName;
        duplex = started;
    }

    /** Sets the user that receives the link's frames. */
    void takenBy(LinkUser newUser) {
        user = newUser;
    }

    /** Records that the target was reached. */
    void opened() {
        state = LinkState.OPEN;
    }

    /** Returns the state. Safe from any thread. */
    LinkState state() {
        return state;
    }

    boolean ended() {
        return state == LinkState.CLOSED;
    }

    /** Returns the user of a link that is taken and has not ended. */
    LinkUser user() {
        return Objects.requireNonNull(user, "the link has no user");
    }

    /** Returns the user; null before the link is taken and after its end. */
    @Nullable
    LinkUser userIfAny() {
        return user;
    }

    /** Returns the target that the link was opened for, as the peer may have named it; empty before the link is taken. */
    String target() {
        return target;
    }

    /** Returns the directions of a link that is or was taken. Safe from any thread. */
    DuplexStream duplex() {
        return Objects.requireNonNull(duplex, "the link is not taken");
    }

    /** Returns the directions; null before the link is taken. Safe from any thread. */
    @Nullable
    DuplexStream duplexIfTaken() {
        return duplex;
    }

    /** Ends the link for good, and returns the user for the caller to notify; null if there is none. */
    @Nullable
    LinkUser end() {
        boolean ready = state == LinkState.READY;
        LinkUser last = user;
        state = LinkState.CLOSED;
        user = null;
        if (duplex != null) {
            duplex.close();
        }
        freed.run();
        if (ready) {
            lostWhileReady.run();
        }
        return last;
    }
}
