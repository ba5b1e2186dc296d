package io.narrows.middleware.meter;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The counters of one peer, class and direction, by codec; created on first use. Safe for use by many threads. */
public final class Cells {
    private final CallMeter meter;
    private final MessageLabels labels;
    private final double usdPerByte;
    private final AtomicReferenceArray<MessageCell> byCodec = new AtomicReferenceArray<>(Codec.values().length);

    Cells(
            CallMeter meter,
            PeerId peer,
            Optional<Tier> tier,
            TrafficClass trafficClass,
            Direction direction,
            double usdPerByte) {
        this.meter = meter;
        this.labels = new MessageLabels(peer, tier, trafficClass, Codec.NONE, direction);
        this.usdPerByte = usdPerByte;
    }

    MessageCell of(Codec codec) {
        MessageCell cell = byCodec.get(codec.ordinal());
        if (cell == null) {
            cell = meter.cell(
                    new MessageLabels(labels.peer(), labels.tier(), labels.trafficClass(), codec, labels.direction()),
                    usdPerByte);
            byCodec.set(codec.ordinal(), cell);
        }
        return cell;
    }
}
