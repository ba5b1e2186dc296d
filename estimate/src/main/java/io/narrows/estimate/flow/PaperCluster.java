package io.narrows.estimate.flow;

import io.narrows.config.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A cluster that does not exist yet. Its nodes are spread evenly over the zones. Each write goes from the node that leads it
 * to the other replicas, which are in as many regions, and then zones, as possible; each replica leads equally often. Each
 * node has links with all others.
 *
 * @param zones in each region
 * @param writesPerSecond bytes, as one replica receives them
 */
public record PaperCluster(int nodes, int replication, int regions, int zones, double writesPerSecond) {
    private static final int MOST_NODES = 10_000;
    private static final int MOST_ZONES = 100;

    /** @throws IllegalArgumentException if a number is out of range; the message says which, and what was expected */
    public PaperCluster {
        check("nodes", nodes, 1, MOST_NODES);
        check("replication", replication, 1, nodes);
        check("regions", regions, 1, MOST_ZONES);
        check("zones", zones, 1, MOST_ZONES / regions);
        check("nodes", nodes, regions * zones, MOST_NODES);
        if (!(writesPerSecond >= 0) || Double.isInfinite(writesPerSecond)) {
            throw new IllegalArgumentException("writes " + writesPerSecond + " (expected: a number, 0 or more)");
        }
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " (expected: " + min + "-" + max + ")");
        }
    }

    /** Returns the traffic of the cluster. */
    public TrafficMatrix matrix() {
        TrafficMatrix matrix = new TrafficMatrix();
        List<Zone> places = places();
        List<Integer> sizes = evenly(nodes, Collections.nCopies(places.size(), nodes));
        for (int i = 0; i < places.size(); i++) {
            matrix.nodes(places.get(i), sizes.get(i));
        }
        Map<Tier, Double> ways = new EnumMap<>(Tier.class);
        forEachPath(places, sizes, (path, pairs) -> ways.merge(path.tier(), pairs, Double::sum));
        Map<Tier, Double> copies = copies(sizes);
        forEachPath(places, sizes, (path, pairs) -> {
            double share = pairs / ways.getOrDefault(path.tier(), pairs);
            matrix.traffic(path, copies.getOrDefault(path.tier(), 0.0) * share * writesPerSecond);
            matrix.pairs(path, pairs / 2);
        });
        return matrix;
    }

    private List<Zone> places() {
        List<Zone> places = new ArrayList<>();
        for (int region = 1; region <= regions; region++) {
            for (int zone = 1; zone <= zones; zone++) {
                places.add(new Zone("region-" + region, "zone-" + zone));
            }
        }
        return places;
    }

    private interface PathVisitor {
        /** @param pairs ordered pairs of nodes */
        void visit(ZonePath path, double pairs);
    }

    private static void forEachPath(List<Zone> places, List<Integer> sizes, PathVisitor visitor) {
        for (int i = 0; i < places.size(); i++) {
            for (int j = 0; j < places.size(); j++) {
                double pairs = (double) sizes.get(i) * (i == j ? sizes.get(j) - 1 : sizes.get(j));
                if (pairs > 0) {
                    visitor.visit(ZonePath.ofHosts(places.get(i), places.get(j)), pairs);
                }
            }
        }
    }

    /** Returns how many copies of a write travel each distance. */
    private Map<Tier, Double> copies(List<Integer> sizes) {
        List<Integer> regionSizes = new ArrayList<>();
        for (int region = 0; region < regions; region++) {
            regionSizes.add(sizes.subList(region * zones, (region + 1) * zones).stream()
                    .mapToInt(Integer::intValue)
                    .sum());
        }
        List<Integer> inRegions = evenly(replication, regionSizes);
        double sameZone = 0;
        double sameRegion = 0;
        for (int region = 0; region < regions; region++) {
            int replicas = inRegions.get(region);
            sameRegion += (double) replicas * replicas;
            for (int inZone : evenly(replicas, sizes.subList(region * zones, (region + 1) * zones))) {
                sameZone += (double) inZone * inZone;
            }
        }
        double all = (double) replication * replication;
        return Map.of(
                Tier.SAME_ZONE, (sameZone - replication) / replication,
                Tier.CROSS_ZONE, (sameRegion - sameZone) / replication,
                Tier.CROSS_REGION, (all - sameRegion) / replication);
    }

    /** Distributes a number over places that take at most so many each; what does not divide goes to the first. */
    private static List<Integer> evenly(int number, List<Integer> room) {
        int[] parts = new int[room.size()];
        int left = number;
        while (left > 0) {
            int share = Math.max(1, left / room.size());
            for (int i = 0; i < parts.length && left > 0; i++) {
                int more = Math.min(Math.min(share, left), room.get(i) - parts[i]);
                parts[i] += more;
                left -= more;
            }
        }
        return Arrays.stream(parts).boxed().toList();
    }
}
