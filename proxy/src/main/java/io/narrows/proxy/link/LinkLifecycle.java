package io.narrows.proxy.link;

import io.narrows.proxy.link.Link.State;

/**
 * Where a link is in its life, who has it, and what carries his connection. Whoever changes the state does what else belongs to the
 * change. Used on the link's event loop only, but for what says otherwise.
 */
final class LinkLifecycle {
    private final Runnable freed;
    private volatile State state = State.READY;
    private Runnable lostWhileReady = () -> {};
    private LinkUser user;
    private String target = "";
    private volatile DuplexStream duplex;

    /** @param freed lets go of what the link itself holds, when it ends */
    LinkLifecycle(Runnable freed) {
        this.freed = freed;
    }

    /** What to run when the link ends before anybody took it. */
    void onLostWhileReady(Runnable action) {
        lostWhileReady = action;
    }

    /** The link is taken for a target; both directions start. */
    void opening(String targetName, DuplexStream started) {
        state = State.OPENING;
        target = targetName;
        duplex = started;
    }

    /** Whose frames these are. */
    void takenBy(LinkUser newUser) {
        user = newUser;
    }

    /** The target is reached. */
    void opened() {
        state = State.OPEN;
    }

    /** Safe from any thread. */
    State state() {
        return state;
    }

    boolean ended() {
        return state == State.CLOSED;
    }

    /** Who took the link; null while nobody has, and after its end. */
    LinkUser user() {
        return user;
    }

    /** What the link was opened for, as the peer may have named it; empty while nobody took it. */
    String target() {
        return target;
    }

    /** Null until the link is taken. Safe from any thread. */
    DuplexStream duplex() {
        return duplex;
    }

    /** Ends it once and for all, and gives back the user, for the caller to tell; there may be none. */
    LinkUser end() {
        boolean ready = state == State.READY;
        LinkUser last = user;
        state = State.CLOSED;
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
