package io.narrows.estimate.run;

import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.config.ClassPattern;
import io.narrows.config.Policy;
import java.util.List;

/**
 * Policy, patterns, codecs and limits of an estimate.
 *
 * @param auto the settings of rules with {@code codec: auto}
 * @param patterns the configuration's own recognizers
 * @param alternatives codecs to compare with those of the policy
 * @param encryptedLinks whether links use TLS
 * @param contextBytes maximum memory of all contexts
 */
public record EstimateSettings(
        Policy policy,
        AutoSettings auto,
        List<ClassPattern> patterns,
        List<CodecSpec> alternatives,
        boolean encryptedLinks,
        long contextBytes) {
    public EstimateSettings {
        patterns = List.copyOf(patterns);
        alternatives = List.copyOf(alternatives);
    }
}
