package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/** Asks every recogniser in turn. A new kind of traffic is one recogniser and one line here. */
public final class FirstBytes {
    private static final List<Recogniser> RECOGNISERS = List.of(new EtcdStreams());

    private FirstBytes() {}

    /** The class of a connection whose configuration names none; empty when nobody knows the bytes. */
    public static Optional<TrafficClass> recognise(ByteBuf first) {
        return RECOGNISERS.stream()
                .flatMap(recogniser -> recogniser.recognise(first).stream())
                .findFirst();
    }
}
