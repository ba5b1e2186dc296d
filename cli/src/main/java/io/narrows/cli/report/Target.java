package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A scraped process: the labels that Prometheus adds to all series of it, such as {@code job}, {@code instance} and
 * {@code pod}. If a process exposes a label of the same name, Prometheus renames that one to {@code exported_…}.
 */
record Target(Map<String, String> labels) {
    private static final String RENAMED = "exported_";

    /**
     * Returns the target of a sample.
     *
     * @param exposed the labels that the process exposes
     */
    static Target of(Sample sample, Set<String> exposed) {
        Map<String, String> target = new TreeMap<>(sample.labels());
        for (String label : exposed) {
            if (target.remove(RENAMED + label) == null) {
                target.remove(label);
            }
        }
        return new Target(target);
    }

    /** Returns a sample as the process exposed it. */
    static Sample exposed(Sample sample, Set<String> exposed) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String label : exposed) {
            labels.put(label, sample.labels().getOrDefault(RENAMED + label, sample.label(label)));
        }
        return new Sample(sample.name(), labels, sample.value());
    }

    @Override
    public String toString() {
        return labels.toString();
    }
}
