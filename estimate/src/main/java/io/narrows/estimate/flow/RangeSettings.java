package io.narrows.estimate.flow;

import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.config.Policy;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.measured.TrafficKind;
import java.util.List;

/**
 * Kind, policy, codecs and prices for an estimate of traffic whose content is unknown.
 *
 * @param kind recorded traffic that it resembles
 * @param trafficClass its class for the policy
 * @param auto the settings of rules with {@code codec: auto}
 * @param alternatives codecs to compare with those of the policy
 * @param encryptedLinks whether links use TLS
 */
public record RangeSettings(
        TrafficKind kind,
        TrafficClass trafficClass,
        Policy policy,
        AutoSettings auto,
        List<CodecSpec> alternatives,
        boolean encryptedLinks,
        Tariff tariff) {
    public RangeSettings {
        alternatives = List.copyOf(alternatives);
    }
}
