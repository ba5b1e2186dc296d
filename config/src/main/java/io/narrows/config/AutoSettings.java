package io.narrows.config;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of rules with {@code codec: auto}, for which the sidecar chooses the codec and level of each link.
 *
 * @param candidates the codecs and levels to choose from, without duplicates; {@code none} is always among them, last unless
 *     it is listed
 * @param objective the quantity to minimize
 * @param cpuBudget the processors that the whole process may use before links give way to cheaper codecs, from {@value
 *     #MIN_CPU_BUDGET} to {@value #MAX_CPU_BUDGET}
 * @param hysteresis how much better another candidate must be, as a part of the current candidate's cost, from 0 to {@value
 *     #MAX_HYSTERESIS}
 */
public record AutoSettings(List<CodecSpec> candidates, Objective objective, double cpuBudget, double hysteresis) {
    public static final double MIN_CPU_BUDGET = 0.05;
    public static final double MAX_CPU_BUDGET = 1024;
    public static final double MAX_HYSTERESIS = 0.5;

    /** The settings of a file without {@code auto}. */
    public static final AutoSettings STANDARD = new AutoSettings(
            List.of(
                    CodecSpec.of(Codec.ZSTD, 1),
                    CodecSpec.of(Codec.LZ4),
                    CodecSpec.of(Codec.GZIP, 6),
                    CodecSpec.of(Codec.ZSTD, 3),
                    CodecSpec.of(Codec.ZSTD, 9),
                    CodecSpec.of(Codec.DENSE, 2)),
            Objective.DOLLARS,
            0.5,
            0.02);

    public AutoSettings {
        candidates = Stream.concat(candidates.stream(), Stream.of(CodecSpec.of(Codec.NONE)))
                .distinct()
                .toList();
    }

    /** Returns the first candidate that compresses, for traffic that has not been measured yet; none if no candidate does. */
    public CodecSpec first() {
        return candidates.stream()
                .filter(candidate -> candidate.codec() != Codec.NONE)
                .findFirst()
                .orElse(CodecSpec.of(Codec.NONE));
    }

    /** Returns whether contexts of a candidate can begin with a dictionary. */
    boolean beginsWithDictionary() {
        return candidates.stream().anyMatch(candidate -> candidate.codec().beginsWithDictionary());
    }

    /** Returns whether a candidate can refer to data that other links carried. */
    boolean sharesHistory() {
        return candidates.stream().anyMatch(candidate -> candidate.codec().sharesHistory());
    }
}
