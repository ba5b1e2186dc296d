package io.narrows.cli.demo;

import java.util.List;

/** Shows what happens, while it does. */
interface Report {
    /** The sidecars carry traffic from now on. */
    void begin(Topology topology);

    /** About once a second. */
    void live(LiveFigures figures);

    /**
     * The live part is over.
     *
     * @param whole all of it, at its mean rate
     */
    void carried(LiveFigures whole);

    /** So many codecs have been tried. */
    void tried(List<CodecFigures> codecs);

    /**
     * The end.
     *
     * @param whole as when the live part was over
     * @param codecs those that were tried; all, unless somebody ended the demo before
     * @param mismatches bytes of both parts that did not arrive as they were recorded
     */
    void summary(LiveFigures whole, List<CodecFigures> codecs, long mismatches);
}
