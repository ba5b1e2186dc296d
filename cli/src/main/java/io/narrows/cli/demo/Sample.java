package io.narrows.cli.demo;

import java.util.Map;

/** One value of the metrics of a process. */
record Sample(String name, Map<String, String> labels, double value) {
    String label(String label) {
        return labels.getOrDefault(label, "");
    }
}
