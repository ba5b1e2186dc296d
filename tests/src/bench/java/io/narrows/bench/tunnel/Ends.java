package io.narrows.bench.tunnel;

import java.util.List;

/**
 * The commands that run a tunnel's two ends.
 *
 * @param egress listens where the route's hop ends, delivers to its exit
 * @param ingress listens at the route's entrance, dials its hop
 */
record Ends(List<String> egress, List<String> ingress) {}
