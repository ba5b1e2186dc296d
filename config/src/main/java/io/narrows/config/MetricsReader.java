package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code metrics}. */
final class MetricsReader {
    static final Keys KEYS = Keys.of("metrics").optional("per-peer", "opencost");
    static final Keys OPENCOST = Keys.of("opencost").required("namespace", "pod");

    private MetricsReader() {}

    static Optional<MetricsSettings> read(YamlValue value) {
        return value.map(KEYS)
                .map(metrics -> new MetricsSettings(
                        metrics.read("per-peer", detail -> detail.word(PeerDetail.BY_LABEL)),
                        metrics.read("opencost", MetricsReader::pod)));
    }

    private static Optional<OpenCostPod> pod(YamlValue value) {
        return value.map(OPENCOST).flatMap(map -> {
            Optional<String> namespace = map.read("namespace", Names::name);
            Optional<String> pod = map.read("pod", Names::host);
            return namespace.flatMap(n -> pod.map(p -> new OpenCostPod(n, p)));
        });
    }
}
