package io.narrows.cli.cluster;

import java.util.List;

/** Shows what happens, while it does. */
interface ClusterReport {
    /** The cluster serves from now on. */
    void begin(Layout layout);

    /**
     * About once a second while the load runs.
     *
     * @param soFar since its beginning
     */
    void live(ClusterFigures soFar);

    /** The load is over. */
    void carried(ClusterFigures whole);

    /**
     * The load is over under one more policy.
     *
     * @param left how many are still to be tried
     */
    void tried(List<ClusterFigures> policies, int left);

    /** The end of a comparison. */
    void compared(List<ClusterFigures> policies);
}
