package io.narrows.proxy.link.dictionary;

import io.narrows.config.Announcement;
import io.narrows.config.ConnectionScope;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.live.PolicyAnswer;
import java.util.function.LongSupplier;

/**
 * The scope of dictionaries on a link by the configuration in force, also while frames are still encoded by an earlier rule. Used on the
 * link's event loop.
 */
public final class DictionaryRule {
    private final LinkTerms terms;
    private final PolicyAnswer<ConnectionScope> scope;

    public DictionaryRule(LiveConfig live, LongSupplier nanoClock, LinkTerms terms) {
        this.terms = terms;
        this.scope = new PolicyAnswer<>(
                live,
                nanoClock,
                (config, trafficClass) -> new DictionaryTraffic(terms.peer(), announced(), trafficClass).scope(config));
    }

    /** Returns the scope for content of a class. */
    ConnectionScope scope(TrafficClass trafficClass) {
        return scope.of(trafficClass);
    }

    /** Returns the place that the peer announced in the link's hello. */
    Announcement announced() {
        return terms.announcement();
    }
}
