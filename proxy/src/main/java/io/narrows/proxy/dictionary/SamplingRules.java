package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import java.util.Set;

/** The answers of the configuration in force about traffic of which samples were taken. Safe for use by many threads. */
@FunctionalInterface
interface SamplingRules {
    /**
     * Returns the codecs that may compress some traffic and whose contexts can begin with a dictionary; none if samples of the traffic are
     * not allowed.
     */
    Set<CodecSpec> codecs(SampledTraffic traffic);

    /** Returns whether samples of some traffic are allowed. */
    default boolean allow(SampledTraffic traffic) {
        return !codecs(traffic).isEmpty();
    }
}
