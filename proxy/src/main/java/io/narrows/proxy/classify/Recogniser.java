package io.narrows.proxy.classify;

import io.narrows.config.TrafficClass;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** Knows one kind of traffic by the first bytes of whoever connected. Bytes are watched, never changed. */
@FunctionalInterface
interface Recogniser {
    /** @param first what the first read brought; indexes must stay as they are */
    Optional<TrafficClass> recognise(ByteBuf first);
}
