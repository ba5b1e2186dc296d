package io.narrows.estimate.report;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The part of some traffic that applications compressed, per month at the capture's rate.
 *
 * @param formats those of which pieces were unpacked
 * @param gb compressed pieces, in the tariff's gigabytes
 * @param share the part of them that was unpacked, 0 to 1
 * @param codecs all traffic of the line on links that unpack these formats, by cost; empty if the policy unpacks already
 */
public record PackedLine(Set<PackedFormat> formats, double gb, double share, List<CodecLine> codecs) {
    public PackedLine {
        codecs = List.copyOf(codecs);
    }

    /** Returns the line of a codec; empty if it was not run. */
    public Optional<CodecLine> codec(CodecSpec spec) {
        return codecs.stream().filter(line -> line.spec().equals(spec)).findFirst();
    }
}
