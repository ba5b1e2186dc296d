package io.narrows.proxy.live;

import io.narrows.config.Config;
import io.narrows.config.TrafficClass;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the policy in force about the content of a link, remembered until the configuration or the class changes. A policy with
 * {@linkplain io.narrows.config.Policy#isConstant varying} conditions is also evaluated when the answer is asked for
 * {@link LiveConfig#DECISION_INTERVAL} or more after the last evaluation. The place that a peer announced does not change while a link
 * lives, and the one that is in effect depends on the configuration besides. Not thread-safe.
 */
public final class PolicyAnswer<T> {
    private final LiveConfig live;
    private final LongSupplier nanoClock;
    private final BiFunction<Config, TrafficClass, T> evaluation;
    private @Nullable Decided<T> last;

    private record Decided<T>(Config config, TrafficClass trafficClass, boolean isConstant, long at, T answer) {}

    /** @param evaluation of a configuration's policy for content of a class */
    public PolicyAnswer(LiveConfig live, LongSupplier nanoClock, BiFunction<Config, TrafficClass, T> evaluation) {
        this.live = live;
        this.nanoClock = nanoClock;
        this.evaluation = evaluation;
    }

    /** Returns the answer for content of a class. */
    public T of(TrafficClass trafficClass) {
        Config config = live.current();
        Decided<T> known = last;
        if (known == null || config != known.config || !trafficClass.equals(known.trafficClass) || mayDiffer(known)) {
            known = new Decided<>(
                    config,
                    trafficClass,
                    config.policy().isConstant(),
                    nanoClock.getAsLong(),
                    evaluation.apply(config, trafficClass));
            last = known;
        }
        return known.answer;
    }

    private boolean mayDiffer(Decided<T> known) {
        return !known.isConstant && nanoClock.getAsLong() - known.at >= LiveConfig.DECISION_INTERVAL;
    }
}
