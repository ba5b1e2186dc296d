package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.LatencyHistogram;
import io.narrows.proxy.meter.TrafficCell;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the frames of a receiving direction by codec, under the link's current class and place. Used on the link's event loop only. */
public final class ReceivedTraffic {
    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final Map<Codec, TrafficCell> cells = new EnumMap<>(Codec.class);
    private TrafficClass trafficClass;
    private LatencyHistogram latency;
    private @Nullable TrafficCell lastCell;
    private boolean isCarried;

    ReceivedTraffic(LinkEnvironment environment, LinkTerms terms, TrafficClass trafficClass) {
        this.environment = environment;
        this.terms = terms;
        reclassify(trafficClass);
    }

    /** Counts traffic from now on under a different class. */
    public void reclassify(TrafficClass now) {
        trafficClass = now;
        cells.clear();
        latency = environment.latency().histogram(terms.peer(), now, Direction.RECEIVED);
    }

    /** Counts traffic from now on at the peer's place in the active configuration. */
    public void relocate() {
        cells.clear();
    }

    /** Returns the current class. */
    TrafficClass trafficClass() {
        return trafficClass;
    }

    /** Returns how long received bytes take from the socket to the application. */
    public LatencyHistogram latency() {
        return latency;
    }

    /** Sets whether content is carried from here on, so that its app bytes are known only later. */
    void carried(boolean on) {
        isCarried = on;
    }

    /** Counts a frame with so much content. */
    void frame(Codec codec, int bytes) {
        lastCell = cell(codec);
        lastCell.frame(isCarried ? 0 : bytes);
    }

    /** Counts app bytes that were made of carried content. */
    public void rebuilt(int appBytes) {
        if (lastCell != null) {
            lastCell.app(appBytes);
        }
    }

    /** Returns the cell for frames of a codec. */
    TrafficCell cell(Codec codec) {
        TrafficCell cell = cells.get(codec);
        if (cell == null) {
            cell = environment
                    .traffic()
                    .cell(
                            terms.peer(),
                            terms.place(environment.live().current()),
                            trafficClass,
                            codec,
                            Direction.RECEIVED);
            cells.put(codec, cell);
        }
        return cell;
    }
}
