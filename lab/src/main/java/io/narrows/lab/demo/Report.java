package io.narrows.lab.demo;

import java.util.List;

/** Reports progress while it happens. */
interface Report {
    /** Called once the sidecars carry traffic. */
    void begin(Topology topology);

    /** Called about once a second. */
    void live(LiveFigures figures);

    /**
     * Called at the end of the live part.
     *
     * @param whole the whole part, at its mean rate
     */
    void carried(LiveFigures whole);

    /** Called after each codec, with all codecs so far. */
    void tried(List<CodecFigures> codecs);

    /**
     * Called at the end.
     *
     * @param whole as at the end of the live part
     * @param codecs those that were tried; all, unless the demo was ended early
     * @param mismatches bytes of both parts that did not arrive as recorded
     */
    void summary(LiveFigures whole, List<CodecFigures> codecs, long mismatches);
}
