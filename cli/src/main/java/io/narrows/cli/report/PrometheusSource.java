package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the metrics of sidecars over a period from Prometheus. Counts are increases as Prometheus extrapolates them to the
 * ends of the period.
 */
final class PrometheusSource {
    private static final long COARSEST_STEP = 60;

    private final HttpText http = new HttpText();
    private final String base;
    private final String selector;

    /** A scraped process. */
    private record Target(String job, String instance) {
        private static Target of(Sample sample) {
            return new Target(sample.label("job"), sample.label("instance"));
        }
    }

    /**
     * @param base the address of Prometheus, with its path if it has one
     * @param job the scrape job to read; all if empty
     */
    PrometheusSource(URI base, Optional<String> job) {
        this.base = base.toString().replaceAll("/+$", "");
        this.selector = job.map(name -> "{job=\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}")
                .orElse("");
    }

    /** Returns a report for each node, by its id. */
    List<NodeReport> read(Period period) throws ReportException, InterruptedException {
        Map<Target, List<Sample>> byTarget = new LinkedHashMap<>();
        for (Map.Entry<String, String> query : queries(period.seconds()).entrySet()) {
            for (Sample sample : ask(query.getKey(), query.getValue(), period)) {
                byTarget.computeIfAbsent(Target.of(sample), target -> new ArrayList<>())
                        .add(sample);
            }
        }
        refuseTwoJobs(byTarget);
        Map<String, NodeReport> nodes = new TreeMap<>();
        TreeSet<String> leftOut = new TreeSet<>();
        byTarget.forEach((target, samples) -> NodeReport.of(new Scrape(samples), period)
                .ifPresentOrElse(
                        report -> nodes.merge(report.node(), report, NodeReport::plus),
                        () -> leftOut.add(target.instance())));
        if (nodes.isEmpty()) {
            throw new ReportException(base + " has no " + TariffInfo.METRIC + selector + " from " + period
                    + "; does it scrape sidecars of this version?");
        }
        if (!leftOut.isEmpty()) {
            System.err.println("narrows: without " + leftOut + ", which have no " + TariffInfo.METRIC);
        }
        return List.copyOf(nodes.values());
    }

    /** Returns the queries by the name of their samples. */
    private Map<String, String> queries(long seconds) {
        Map<String, String> queries = new TreeMap<>();
        String range = "[" + seconds + "s]";
        for (String counter : NodeReport.COUNTERS.keySet()) {
            queries.put(
                    counter,
                    "sum by (job, instance, peer, tier, class, direction) (increase(" + counter + selector + range
                            + "))");
        }
        queries.put(
                NodeReport.CPU_USD, "sum by (job, instance) (increase(" + NodeReport.CPU_USD + selector + range + "))");
        queries.put(
                NodeReport.CORE_SECOND,
                "max by (job, instance) (last_over_time(" + NodeReport.CORE_SECOND + selector + range + "))");
        long step = Math.max(1, Math.min(COARSEST_STEP, seconds / 10));
        queries.put(
                TariffInfo.METRIC,
                "topk by (job, instance) (1, max_over_time(timestamp(" + TariffInfo.METRIC + selector + ")[" + seconds
                        + "s:" + step + "s]))");
        return queries;
    }

    private List<Sample> ask(String name, String query, Period period) throws ReportException, InterruptedException {
        URI address = URI.create(base + "/api/v1/query?time=" + period.end().getEpochSecond() + "&query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> answer = http.get(address);
        try {
            return PrometheusAnswer.samples(name, answer.body());
        } catch (IOException e) {
            throw new ReportException(
                    base + " cannot answer " + query + ": status " + answer.statusCode() + ", " + e.getMessage(), e);
        }
    }

    /** Refuses to count a process twice. */
    private static void refuseTwoJobs(Map<Target, ?> targets) throws ReportException {
        Map<String, String> jobs = new HashMap<>();
        for (Target target : targets.keySet()) {
            String other = jobs.putIfAbsent(target.instance(), target.job());
            if (other != null && !other.equals(target.job())) {
                throw new ReportException("the jobs " + other + " and " + target.job() + " both scrape "
                        + target.instance() + "; choose one with --job");
            }
        }
    }
}
