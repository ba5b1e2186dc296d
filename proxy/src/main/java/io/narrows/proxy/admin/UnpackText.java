package io.narrows.proxy.admin;

import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.UnpackFigures;
import io.narrows.proxy.meter.UnpackFigures.Packed;
import io.narrows.proxy.meter.UnpackFigures.Unpacked;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Describes in lines how much of what applications compressed was sent unpacked, by format, with recipes and reasons. */
final class UnpackText {
    private UnpackText() {}

    /**
     * Returns empty text if no piece was found in what was sent.
     *
     * @param figures of one peer, all classes together
     */
    static String of(UnpackFigures figures) {
        List<Unpacked> sent = figures.unpacked().stream()
                .filter(row -> row.direction() == Direction.SENT)
                .toList();
        Set<String> formats = new TreeSet<>();
        sent.forEach(row -> formats.add(row.format().keyword()));
        figures.packed().forEach(row -> formats.add(row.format()));
        return formats.stream()
                .map(format -> line(
                        format,
                        sent.stream()
                                .filter(row -> row.format().keyword().equals(format))
                                .toList(),
                        figures.packed().stream()
                                .filter(row -> row.format().equals(format))
                                .toList()))
                .collect(Collectors.joining());
    }

    private static String line(String format, List<Unpacked> unpacked, List<Packed> packed) {
        long unpackedBytes = unpacked.stream().mapToLong(Unpacked::bytes).sum();
        long bytes = unpackedBytes + packed.stream().mapToLong(Packed::bytes).sum();
        long pieces = unpacked.stream().mapToLong(Unpacked::pieces).sum()
                + packed.stream().mapToLong(Packed::pieces).sum();
        String text = String.format(
                Locale.ROOT,
                "unpacked     %s: %.1f %% of %,d bytes in %,d %s to this peer",
                format,
                100.0 * unpackedBytes / bytes,
                bytes,
                pieces,
                pieces == 1 ? "piece" : "pieces");
        String recipes = unpacked.stream().map(Unpacked::recipe).collect(Collectors.joining(", "));
        String reasons = packed.stream()
                .map(row -> String.format(Locale.ROOT, "%s %,d", row.reason(), row.pieces()))
                .collect(Collectors.joining(", "));
        return text + (recipes.isEmpty() ? "" : "; recipes: " + recipes)
                + (reasons.isEmpty() ? "" : "; as they are: " + reasons) + "\n";
    }
}
