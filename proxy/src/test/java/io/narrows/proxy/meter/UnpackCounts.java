package io.narrows.proxy.meter;

import java.util.Set;
import java.util.stream.Collectors;

/** Sums of an {@link UnpackMeter}, for tests in other packages. */
public final class UnpackCounts {
    private UnpackCounts() {}

    /** Returns the pieces that were unpacked or rebuilt. */
    public static long unpackedPieces(UnpackMeter meter) {
        return meter.unpacked().values().stream()
                .mapToLong(UnpackMeter.Sum::pieces)
                .sum();
    }

    /** Returns the pieces that went as they are. */
    public static long packedPieces(UnpackMeter meter) {
        return meter.refused().values().stream()
                .mapToLong(UnpackMeter.Sum::pieces)
                .sum();
    }

    /** Returns the pieces that went as they are for a reason. */
    public static long packedPieces(UnpackMeter meter, String reason) {
        return meter.refused().entrySet().stream()
                .filter(entry -> entry.getKey().reason().equals(reason))
                .mapToLong(entry -> entry.getValue().pieces())
                .sum();
    }

    /** Returns the formats of the pieces that went as they are. */
    public static Set<String> packedFormats(UnpackMeter meter) {
        return meter.refused().keySet().stream().map(UnpackMeter.Refused::codec).collect(Collectors.toSet());
    }
}
