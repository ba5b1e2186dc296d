package io.narrows.proxy.meter;

import io.narrows.config.SourceAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts connections to this node's database on behalf of peers, by their source address. Safe for use by many threads. */
public final class DeliveryMeter {
    private final Map<SourceAddress, LongAdder> dialed = new EnumMap<>(SourceAddress.class);

    public DeliveryMeter() {
        for (SourceAddress source : SourceAddress.values()) {
            dialed.put(source, new LongAdder());
        }
    }

    /** Counts a connection that is dialed from the peer's address or from this host's own. */
    public void delivered(SourceAddress source) {
        counter(source).increment();
    }

    long count(SourceAddress source) {
        return counter(source).sum();
    }

    private LongAdder counter(SourceAddress source) {
        return Objects.requireNonNull(dialed.get(source));
    }
}
