package io.narrows.cli.estimate;

import io.narrows.estimate.report.PackedLine;
import io.narrows.estimate.report.Report;
import io.narrows.estimate.report.TrafficLine;
import java.util.Locale;

/** Describes the part of some traffic that applications compressed, and how much of it links unpack or would unpack. */
public final class PackedNote {
    private PackedNote() {}

    /** Returns a line without a full stop. */
    public static String of(TrafficLine line, PackedLine packed) {
        if (!line.unpack().isEmpty()) {
            return Report.unpack(line.unpack()) + " applies to " + share(packed) + " that applications compressed";
        }
        return packed.formats().isEmpty()
                ? "unpack would not help: no recipe makes what applications compressed"
                : "with " + Report.unpack(packed.formats()) + ", which applies to " + share(packed)
                        + " that applications compressed:";
    }

    private static String share(PackedLine packed) {
        return String.format(Locale.ROOT, "%.1f %% of the bytes", 100 * packed.share());
    }
}
