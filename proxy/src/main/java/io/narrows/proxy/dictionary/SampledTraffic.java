package io.narrows.proxy.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.proxy.link.dictionary.DictionaryTraffic;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Traffic of which samples were taken, so that the rules can decide again whether they may be used, and by which codecs.
 *
 * @param tls whether the sidecars end the connections' TLS
 */
record SampledTraffic(DictionaryTraffic traffic, boolean tls) {
    /**
     * Returns the codecs with which a configuration may compress it and whose contexts can begin with a dictionary: all such candidates if the
     * sidecar chooses.
     *
     * @return none if the configuration does not allow samples of it
     */
    Set<CodecSpec> codecs(Config config) {
        Compression compression = traffic.compression(config);
        if (!compression.dictionary().includes(traffic.trafficClass(), tls)) {
            return Set.of();
        }
        List<CodecSpec> chosen = compression.auto() ? config.auto().candidates() : List.of(compression.spec());
        return chosen.stream()
                .filter(spec -> spec.codec().beginsWithDictionary())
                .collect(Collectors.toUnmodifiableSet());
    }
}
