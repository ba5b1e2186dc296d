package io.narrows.proxy.link.send;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.LiveConfig;

/**
 * The policy of one sending direction, and the terms and the time of its decision, which is repeated when any of what it depends on has
 * changed. Used on the link's event loop only.
 */
final class PolicyDecision {
    private final LinkEnvironment environment;
    private final LinkTap.Connection tap;
    private LinkTerms terms;
    private SendingPolicy policy;
    private long decidedAt;

    /** @param tap chooses the codec if the policy leaves that to the sidecar */
    PolicyDecision(LinkEnvironment environment, LinkTerms terms, TrafficClass trafficClass, LinkTap.Connection tap) {
        this.environment = environment;
        this.tap = tap;
        this.terms = terms;
        this.policy = SendingPolicy.decide(environment, terms, trafficClass, tap);
        this.decidedAt = now();
    }

    SendingPolicy policy() {
        return policy;
    }

    LinkTerms terms() {
        return terms;
    }

    /** Returns whether the policy was replaced, a varying condition may have changed, or another codec was chosen. */
    boolean isDue() {
        boolean mayDiffer = !policy.isConstant() && isOld();
        return mayDiffer
                || !tap.isCurrent(policy.requested())
                || policy.decidedBy() != environment.live().current();
    }

    /**
     * Decides for a traffic class.
     *
     * @param inUse the link's encoding before
     */
    void decide(TrafficClass trafficClass, SendingPolicy.Encoding inUse) {
        policy = SendingPolicy.decide(environment, terms, trafficClass, tap);
        decidedAt = now();
        policy = policy.after(inUse, terms, environment.codecs());
    }

    /** Applies the codecs that the peer decodes from now on to later decisions. */
    void renegotiated(LinkTerms agreed) {
        terms = agreed;
    }

    /** Ends the use of the previous encoding. */
    void dropPrevious() {
        policy = policy.arrived();
    }

    /** Reports that the codec in use is too slow, unless another one was chosen just now, which the peer may yet grant. */
    void overloaded() {
        if (policy.previous().isEmpty() || isOld()) {
            tap.overloaded(policy.requested());
        }
    }

    private boolean isOld() {
        return now() - decidedAt >= LiveConfig.DECISION_INTERVAL;
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
