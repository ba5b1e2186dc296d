package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code metrics}. */
final class MetricsReader {
    static final Keys KEYS = Keys.of("metrics").optional("per-peer");

    private MetricsReader() {}

    static Optional<MetricsSettings> read(YamlValue value) {
        return value.map(KEYS)
                .map(metrics ->
                        new MetricsSettings(metrics.read("per-peer", detail -> detail.word(PeerDetail.BY_LABEL))));
    }
}
