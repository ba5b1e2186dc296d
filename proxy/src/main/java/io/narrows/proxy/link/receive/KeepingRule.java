package io.narrows.proxy.link.receive;

import io.narrows.config.Config;
import io.narrows.config.ConnectionScope;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.PolicyAnswer;
import org.jspecify.annotations.Nullable;

/**
 * This side's rule for keeping states of the peer's contexts. It judges each frame of dense once its content is classified, since content may
 * reveal another class. Used on the link's event loop only.
 */
final class KeepingRule {
    private final LinkTerms terms;
    private final ConnectionStates states;
    private final PolicyAnswer<Boolean> allowed;
    private @Nullable ReceivingContext unjudged;

    KeepingRule(LinkEnvironment environment, LinkTerms terms, ConnectionStates states) {
        this.terms = terms;
        this.states = states;
        this.allowed = new PolicyAnswer<>(environment.live(), environment.nanoClock(), this::evaluate);
    }

    /** Records that a context of dense decodes a frame, whose class is not known yet. */
    void decodes(ReceivingContext context) {
        unjudged = context;
    }

    /** Excludes the state of the context that decoded the last frame if content of a class excludes it. */
    void classified(TrafficClass trafficClass) {
        if (unjudged != null && !allows(trafficClass)) {
            unjudged.keepNothing();
        }
        unjudged = null;
    }

    /** Returns whether the states of contexts with content of a class may be kept. */
    boolean allows(TrafficClass trafficClass) {
        if (states == ConnectionStates.NONE) {
            return false;
        }
        return allowed.of(trafficClass);
    }

    private boolean evaluate(Config config, TrafficClass trafficClass) {
        Traffic traffic = new Traffic(terms.peer(), config.node().location(), terms.place(config), trafficClass);
        ConnectionScope priming = config.policy().choose(traffic).compression().priming();
        return states.allows(priming, trafficClass);
    }
}
