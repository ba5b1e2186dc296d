package io.narrows.lab.demo;

import io.narrows.lab.play.Tally;
import io.narrows.lab.sidecar.Flow;
import io.narrows.lab.sidecar.Reading;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Derives figures from consecutive readings. */
final class LiveView {
    /**
     * Number of readings that rates cover: fewer would show the rhythm of the recordings; more would include the start.
     */
    private static final int WINDOW = 10;

    private final Function<Flow, String> codecs;
    private final Tally tally;
    private final Reading first;
    private final Deque<Reading> window = new ArrayDeque<>();

    /** @param codecs the codec of a flow, with its level */
    LiveView(Function<Flow, String> codecs, Tally tally, Reading first) {
        this.codecs = codecs;
        this.tally = tally;
        this.first = first;
        window.add(first);
    }

    LiveFigures next(Reading now) {
        LiveFigures figures = figures(now, now.minus(first), now.minus(window.peek()));
        window.add(now);
        if (window.size() > WINDOW) {
            window.remove();
        }
        return figures;
    }

    /** Returns the figures of the whole time at its mean rate. */
    LiveFigures whole(Reading last) {
        return figures(last, last.minus(first), last.minus(first));
    }

    private LiveFigures figures(Reading now, Reading total, Reading recent) {
        List<FlowFigures> flows = total.flows().entrySet().stream()
                .filter(entry -> entry.getValue().wireBytes() > 0)
                .map(entry -> FlowFigures.of(entry.getKey(), codecs.apply(entry.getKey()), total, recent))
                .toList();
        return new LiveFigures(
                total.seconds(),
                flows,
                total.total(),
                recent.latency().percentile(0.5),
                recent.latency().percentile(0.99),
                recent.perMonth(recent.total().savedUsd()),
                recent.perMonth(recent.runningUsd()),
                recent.perSecond(recent.total().codecSeconds()),
                recent.perSecond(recent.cpuSeconds()),
                Bill.of(now),
                tally.equalBytes(),
                tally.mismatches(),
                tally.connections());
    }
}
