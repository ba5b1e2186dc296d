package io.narrows.tests.estimate;

import io.narrows.estimate.run.CodecFigures;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.TrafficFigures;
import io.narrows.estimate.run.TrafficKey;
import io.narrows.tests.support.Metrics;
import java.util.Map;
import java.util.Objects;

/**
 * Bytes that a sidecar sends for its database.
 *
 * @param app before compression
 * @param frames on links, with headers and TLS records
 * @param control on links, other than frames of data: greetings, handshakes of TLS and control messages
 * @param reads number of frames
 */
record SentBytes(double app, double frames, double control, double reads) {
    private static final SentBytes NONE = new SentBytes(0, 0, 0, 0);
    private static final String SENT = "direction=\"sent\"";

    static SentBytes measured(Metrics metrics) {
        double control = metrics.sum("narrows_wire_bytes_total", SENT, "class=\"control\"");
        return new SentBytes(
                metrics.sum("narrows_app_bytes_total", SENT),
                metrics.sum("narrows_wire_bytes_total", SENT) - control,
                control,
                metrics.sum("narrows_frames_total", SENT));
    }

    /** Returns the sum of what the database sends on connections that it opened, and on those that its sidecar opened. */
    static SentBytes estimated(Estimate estimate) {
        return estimate.traffic().entrySet().stream()
                .filter(entry -> isSent(entry.getKey()))
                .map(entry -> of(entry.getValue()))
                .reduce(NONE, SentBytes::plus);
    }

    private static boolean isSent(TrafficKey key) {
        return key.to().name().equals("peer") || key.from().name().equals("listener");
    }

    private static SentBytes of(TrafficFigures figures) {
        Map<?, CodecFigures> codecs = figures.codecs();
        CodecFigures policy =
                Objects.requireNonNull(codecs.get(figures.policy().candidates().get(0)));
        return new SentBytes(
                figures.appBytes(), policy.wireBytes() - policy.startBytes(), policy.startBytes(), figures.reads());
    }

    private SentBytes plus(SentBytes other) {
        return new SentBytes(app + other.app, frames + other.frames, control + other.control, reads + other.reads);
    }
}
