package io.narrows.lab.cluster;

import java.util.List;

/** Reports progress while it happens. */
interface ClusterReport {
    /** Called once the cluster serves requests. */
    void begin(Layout layout);

    /**
     * Called about once a second while the load runs.
     *
     * @param soFar since its beginning
     */
    void live(ClusterFigures soFar);

    /** Called at the end of the load. */
    void carried(ClusterFigures whole);

    /**
     * Called after the load under each policy.
     *
     * @param left number of policies still to be tried
     */
    void tried(List<ClusterFigures> policies, int left);

    /** Called at the end of a comparison. */
    void compared(List<ClusterFigures> policies);
}
