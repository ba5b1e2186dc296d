package io.narrows.lab.sidecar;

import java.util.Map;

/** One value of the metrics of a process. */
public record Sample(String name, Map<String, String> labels, double value) {
    public String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
