package io.narrows.proxy.link.send;

import io.narrows.codec.StreamDictionary;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.link.context.SendingContexts;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import java.util.concurrent.atomic.LongAdder;

/** The dictionary with which a direction's first context begins. Used on the link's event loop only. */
final class ContextDictionaries {
    private final FramePlanner planner;
    private final SendingContexts contexts;
    private final ConnectionDictionaries dictionaries;
    private final LongAdder begun;

    /** @param begun counts the contexts that begin with a dictionary */
    ContextDictionaries(
            FramePlanner planner, SendingContexts contexts, ConnectionDictionaries dictionaries, LongAdder begun) {
        this.planner = planner;
        this.contexts = contexts;
        this.dictionaries = dictionaries;
        this.begun = begun;
    }

    /**
     * Called before a frame is encoded, after its context may have begun from a state, which is better than a dictionary.
     *
     * @param bytes content of the frame
     */
    void encoding(SendingContext context, int bytes) {
        if (context.begun()
                || !context.beginning().isEmpty()
                || !planner.peerReadsDictionary(context.codec())
                || !dictionaries.allows(
                        planner.policy().dictionary(), planner.policy().trafficClass())) {
            return;
        }
        try (StreamDictionary first = dictionaries.first(context.spec())) {
            if (first != null) {
                context.beginWith(first, () -> contexts.steps().tryReserve(context, bytes));
            }
        }
    }

    /** Called when an encoded frame is not sent, and its context is lost: the next one begins empty. */
    void discarding(SendingContext context) {
        if (!context.begun() && context.beginning().hasDictionary()) {
            dictionaries.sent();
        }
    }

    /** Called before a frame is written. */
    void sending(SendingContext context) {
        if (context.begun() || !context.codec().beginsWithDictionary()) {
            return;
        }
        if (context.beginning().hasDictionary()) {
            begun.increment();
        }
        dictionaries.sent();
    }
}
