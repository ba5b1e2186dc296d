package io.narrows.lab.cluster;

import io.narrows.lab.sidecar.Counters;
import io.narrows.lab.sidecar.Reading;
import io.narrows.lab.sidecar.Route;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Traffic in both directions between two zones.
 *
 * @param link the two zones
 * @param trafficClass the class, or an empty text for all classes
 * @param codec the codec of most wire bytes
 */
record LinkTotals(String link, String trafficClass, String codec, Counters counted) {
    /** Returns the totals by link and class; within a link the largest classes first, its own messages last. */
    static List<LinkTotals> byClass(Reading reading) {
        Map<Route, Map<String, Counters>> sums = new TreeMap<>();
        reading.flows()
                .forEach((flow, counted) -> sums.computeIfAbsent(undirected(flow.route()), route -> new TreeMap<>())
                        .merge(flow.codec(), counted, Counters::plus));
        return sums.entrySet().stream()
                .sorted(Comparator.comparing(entry -> linkOf(entry.getKey())))
                .map(entry -> new LinkTotals(
                        linkOf(entry.getKey()),
                        entry.getKey().trafficClass(),
                        mostUsed(entry.getValue()),
                        entry.getValue().values().stream().reduce(Counters.ZERO, Counters::plus)))
                .filter(totals -> totals.counted().wireBytes() > 0)
                .toList();
    }

    /** Returns the totals by link, over all classes. */
    static List<LinkTotals> byLink(Reading reading) {
        Map<String, Counters> sums = reading.flows().entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> linkOf(entry.getKey().route()), Map.Entry::getValue, Counters::plus, TreeMap::new));
        return sums.entrySet().stream()
                .map(entry -> new LinkTotals(entry.getKey(), "", "", entry.getValue()))
                .toList();
    }

    private static Route undirected(Route route) {
        return route.from().compareTo(route.to()) <= 0
                ? route
                : new Route(route.to(), route.from(), route.trafficClass());
    }

    private static String linkOf(Route route) {
        return new ZonePair(route.from(), route.to()).link();
    }

    private static String mostUsed(Map<String, Counters> byCodec) {
        return byCodec.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().wireBytes()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
