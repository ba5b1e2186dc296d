package io.narrows.proxy.meter;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how the links of one peer use dictionaries.
 *
 * @param contexts sending contexts that began with one
 * @param sent those that the peer keeps
 * @param received those of the peer that this side keeps
 * @param bytesSent bytes of dictionaries sent, whether the peer keeps them or not
 * @param bytesReceived bytes of dictionaries received
 */
public record DictionaryCounters(
        LongAdder contexts, LongAdder sent, LongAdder received, LongAdder bytesSent, LongAdder bytesReceived) {
    DictionaryCounters() {
        this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
    }
}
