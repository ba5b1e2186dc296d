package io.narrows.proxy.hub;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One scrape of a sidecar's metrics. */
final class Exposed {
    private static final Pattern SAMPLE = Pattern.compile("^([a-z_]+)(?:\\{(.*)\\})? ([^ ]+)$");
    private static final Pattern LIMIT = Pattern.compile("le=\"([^\"]+)\"");

    private record Sample(String name, String labels, double value) {}

    private final List<Sample> samples = new ArrayList<>();

    Exposed(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher matcher = SAMPLE.matcher(line);
            if (matcher.matches()) {
                String labels = matcher.group(2) == null ? "" : matcher.group(2);
                samples.add(new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
            }
        });
    }

    /** The sum of the samples of that name whose labels contain all of these texts. */
    double sum(String name, String... labels) {
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
     * The upper limit of the bucket that holds the quantile of what a histogram counted since an earlier scrape, in the histogram's unit.
     *
     * @return NaN when it counted nothing
     */
    double quantileSince(Exposed before, double quantile, String name, String... labels) {
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
