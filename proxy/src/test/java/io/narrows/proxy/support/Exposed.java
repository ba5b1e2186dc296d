package io.narrows.proxy.support;

import io.narrows.proxy.Sidecar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One scrape of a sidecar's metrics. */
public final class Exposed {
    private static final Pattern SAMPLE = Pattern.compile("^([a-z_]+)(?:\\{(.*)\\})? ([^ ]+)$");
    private static final Pattern LIMIT = Pattern.compile("le=\"([^\"]+)\"");

    private record Sample(String name, String labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();

    public Exposed(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher matcher = SAMPLE.matcher(line);
            if (matcher.matches()) {
                String labels = matcher.group(2) == null ? "" : matcher.group(2);
                samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
            }
        });
    }

    /** Scrapes a sidecar of this process. */
    public static Exposed of(Sidecar sidecar) {
        return new Exposed(text(sidecar));
    }

    /** Returns the metrics of a sidecar of this process for a client that accepts anything. */
    public static String text(Sidecar sidecar) {
        return new String(sidecar.metrics("", Optional.empty()).body(), StandardCharsets.UTF_8);
    }

    /**
     * Returns the sum of a metric's samples whose labels contain all of these texts.
     *
     * @throws AssertionError if there is no such sample
     */
    public double value(String name, String... labels) {
        if (samples.stream().noneMatch(sample -> matches(sample, name, labels))) {
            throw new AssertionError("no sample of " + name + " with " + List.of(labels));
        }
        return sum(name, labels);
    }

    /** Returns the sum of a metric's samples whose labels contain all of these texts; 0 without such samples. */
    public double sum(String name, String... labels) {
        return samples.stream()
                .filter(sample -> matches(sample, name, labels))
                .mapToDouble(Sample::value)
                .sum();
    }

    private static boolean matches(Sample sample, String name, String... labels) {
        if (!sample.name().equals(name)) {
            return false;
        }
        for (String label : labels) {
            if (!sample.labels().contains(label)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the quantile of a histogram's values since an earlier scrape: the upper limit of its bucket, in the
     * histogram's unit.
     *
     * @return NaN if there are no values since then
     */
    public double quantileSince(Exposed before, double quantile, String name, String... labels) {
        TreeMap<Double, Double> counts = buckets(name, labels);
        before.buckets(name, labels).forEach((limit, count) -> counts.merge(limit, -count, Double::sum));
        if (counts.isEmpty() || counts.lastEntry().getValue() == 0) {
            return Double.NaN;
        }
        double rank = quantile * counts.lastEntry().getValue();
        return counts.entrySet().stream()
                .filter(bucket -> bucket.getValue() >= rank)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private TreeMap<Double, Double> buckets(String name, String... labels) {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        for (Sample sample : samples) {
            Matcher limit = LIMIT.matcher(sample.labels());
            if (matches(sample, name + "_bucket", labels) && limit.find()) {
                buckets.merge(Double.valueOf(limit.group(1).replace("+Inf", "Infinity")), sample.value(), Double::sum);
            }
        }
        return buckets;
    }
}
