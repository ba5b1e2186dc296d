package io.narrows.proxy.link.send;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.primed.Origin;
import java.util.concurrent.atomic.LongAdder;

/** The states from which a direction's contexts begin, and those that are kept of them. Used on the link's event loop only. */
final class ContextStates {
    /** Bytes of content after which the state of a context is kept: later ones begin with the first part of a connection. */
    private static final long FIRST_PART = 64 << 10;

    /** Bytes of content without which the state of a context is not kept when its connection ends. */
    private static final long LEAST_CONTENT = 1 << 10;

    private final FramePlanner planner;
    private final SendingContexts contexts;
    private final ConnectionStates states;
    private final ControlWriter control;
    private final LongAdder primedContexts;

    /** @param primedContexts counts the contexts that begin from a state */
    ContextStates(
            FramePlanner planner,
            SendingContexts contexts,
            ConnectionStates states,
            ControlWriter control,
            LongAdder primedContexts) {
        this.planner = planner;
        this.contexts = contexts;
        this.states = states;
        this.control = control;
        this.primedContexts = primedContexts;
    }

    /** Returns whether contexts of the connection begin from states of earlier ones, and their states are kept. */
    private boolean primes() {
        return states.allows(planner.policy().priming(), planner.policy().trafficClass());
    }

    /**
     * Called before a frame is encoded. Its context begins from a state if it is the first one, and nothing is kept of contexts with content
     * for which the rule does not allow it.
     *
     * @param bytes content of the frame
     */
    void encoding(SendingContext context, int bytes) {
        if (context.codec() != Codec.DENSE) {
            return;
        }
        if (!primes()) {
            context.keepNothing();
        } else if (!context.begun()) {
            Origin origin = states.origin(planner.policy().trafficClass());
            if (origin != null) {
                context.beginFrom(origin, () -> contexts.steps().tryReserve(context, bytes));
            }
        }
    }

    /** Called when an encoded frame is not sent, and its context is lost: the next one does not begin from a state. */
    void discarding(SendingContext context) {
        if (!context.begun() && context.beginning().hasState()) {
            states.sent();
        }
    }

    /** Called before an encoded frame is written: writes what its context begins from. */
    void sending(SendingContext context) {
        if (context.begun()) {
            return;
        }
        if (context.beginning().hasState()) {
            primedContexts.increment();
            control.beginFrom(context.codec(), context.beginning().stateNumber());
        }
        states.sent();
    }

    /**
     * Keeps the state of a context after the frame that completes the first part of its connection.
     *
     * @param bytes the frame's content
     */
    void sent(SendingContext context, int bytes) {
        if (context.content() >= FIRST_PART && context.content() - bytes < FIRST_PART) {
            keep(context);
        }
    }

    /** Called before FIN: keeps the state of the context, unless it was kept before. */
    void finishing() {
        SendingContext context = contexts.begun(Codec.DENSE);
        if (context != null && context.content() >= LEAST_CONTENT) {
            keep(context);
        }
        states.sent();
    }

    /** Keeps the state of a context, once, for those of later connections. The peer keeps that of its own at the same place. */
    private void keep(SendingContext context) {
        if (context.codec() == Codec.DENSE
                && context.keepable()
                && primes()
                && states.keepSent(planner.policy().trafficClass(), context::state)) {
            context.keepNothing();
            control.keepContext(context.codec());
        }
    }
}
