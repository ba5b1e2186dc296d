package io.narrows.proxy.dictionary;

import java.util.ArrayList;
import java.util.List;

/** The content that one connection has sent so far, read by read. Guarded by the monitor of its {@link KeySamples}. */
final class SampledStream {
    private final List<byte[]> reads = new ArrayList<>();
    private int charged;

    void add(byte[] read, int charge) {
        reads.add(read);
        charged += charge;
    }

    boolean isEmpty() {
        return reads.isEmpty();
    }

    List<byte[]> reads() {
        return List.copyOf(reads);
    }

    int charged() {
        return charged;
    }

    void clear() {
        reads.clear();
        charged = 0;
    }
}
