package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.config.Compression;
import io.narrows.config.Objective;
import java.util.List;
import java.util.Optional;

/**
 * The codecs that a policy allows for some traffic: that of the rule, or the candidates of {@code codec: auto}.
 *
 * @param candidates at least one
 * @param auto the objective of {@code codec: auto}; empty if the rule has a codec
 */
public record PolicyCodecs(List<CodecSpec> candidates, Optional<Objective> auto) {
    public PolicyCodecs {
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns the codecs of a rule. With the objective {@code latency}, only the first candidate, since an estimate does not
     * know when connections would be backed up.
     */
    public static PolicyCodecs of(Compression compression, AutoSettings auto) {
        if (!compression.auto()) {
            return new PolicyCodecs(List.of(compression.spec()), Optional.empty());
        }
        List<CodecSpec> candidates = auto.objective() == Objective.LATENCY ? List.of(auto.first()) : auto.candidates();
        return new PolicyCodecs(candidates, Optional.of(auto.objective()));
    }

    /** Returns whether fewer bytes are better than a lower price. */
    public boolean minimizesBytes() {
        return auto.equals(Optional.of(Objective.BYTES));
    }
}
