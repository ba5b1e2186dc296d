package io.narrows.estimate.report;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Objective;
import io.narrows.estimate.run.TrafficKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Traffic of one class from one node to another, per month at the capture's rate.
 *
 * @param appGb bytes of applications, in the tariff's gigabytes
 * @param usdWithout price of the traffic without sidecars, with headers of TCP and IP, for both ends
 * @param chosen the policy's codec; with {@code codec: auto}, the best candidate by the objective
 * @param best the codec that costs least, processor time included
 * @param codecs every codec that was run, in the order of their cost
 * @param auto the objective of {@code codec: auto}; empty if the policy has a codec
 * @param unpack the formats that the policy unpacks
 * @param packed what applications compressed, and what it would become if it were unpacked; empty if nothing was found
 * @param obstacle why the traffic does not shrink, and what would help; empty if it does
 */
public record TrafficLine(
        TrafficKey key,
        double appGb,
        double usdWithout,
        CodecLine chosen,
        CodecLine best,
        List<CodecLine> codecs,
        Optional<Objective> auto,
        Set<PackedFormat> unpack,
        Optional<PackedLine> packed,
        Optional<String> obstacle) {
    public TrafficLine {
        codecs = List.copyOf(codecs);
    }

    /** Returns the line of a codec; empty if it was not run. */
    public Optional<CodecLine> codec(CodecSpec spec) {
        return codecs.stream().filter(line -> line.spec().equals(spec)).findFirst();
    }
}
