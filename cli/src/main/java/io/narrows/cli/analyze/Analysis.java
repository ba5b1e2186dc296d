package io.narrows.cli.analyze;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.PackedFormat;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import io.narrows.unpack.recipe.AgreedRecipes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Traffic and the results of each codec on it.
 *
 * @param unpacked the pieces that applications compressed
 * @param unpackedLines the results of each codec that compresses, with these pieces unpacked; empty if none was
 */
record Analysis(Traffic traffic, List<CodecFigures> lines, UnpackedTraffic unpacked, List<CodecFigures> unpackedLines) {
    /** Number of times each codec processes the traffic: read by read, and as streams. */
    static final int PASSES = 2;

    /**
     * Measures codecs.
     *
     * @param unpack the formats of pieces to unpack
     * @param recipes those that both ends of a link have
     * @param progress receives counts of processed bytes, which add up to {@link #PASSES} times all bytes for each codec
     */
    static Analysis of(
            Traffic traffic,
            List<CodecSpec> specs,
            Codecs codecs,
            Set<PackedFormat> unpack,
            AgreedRecipes recipes,
            LongConsumer progress)
            throws MalformedDataException {
        List<CodecFigures> lines = lines(traffic, specs, codecs, progress);
        UnpackedTraffic unpacked = UnpackedTraffic.of(traffic, unpack, recipes);
        List<CodecSpec> compressing =
                specs.stream().filter(spec -> spec.codec() != Codec.NONE).toList();
        List<CodecFigures> unpackedLines = unpacked.isUnpacked()
                ? lines(unpacked.content(), compressing, codecs, bytes -> {}).stream()
                        .map(line -> new CodecFigures(
                                line.spec(),
                                line.perRead().map(figures -> unpacked.ofTraffic(figures, traffic)),
                                line.stream().map(figures -> unpacked.ofTraffic(figures, traffic))))
                        .toList()
                : List.of();
        return new Analysis(traffic, lines, unpacked, unpackedLines);
    }

    private static List<CodecFigures> lines(
            Traffic traffic, List<CodecSpec> specs, Codecs codecs, LongConsumer progress)
            throws MalformedDataException {
        Measurement measurement = new Measurement(traffic, progress);
        List<CodecFigures> lines = new ArrayList<>();
        for (CodecSpec spec : specs) {
            Optional<Figures> perRead = perRead(measurement, codecs, spec);
            Optional<Figures> stream = stream(measurement, codecs, spec);
            if (perRead.isEmpty() || stream.isEmpty()) {
                progress.accept(traffic.bytes());
            }
            lines.add(new CodecFigures(spec, perRead, stream));
        }
        return lines;
    }

    private static Optional<Figures> perRead(Measurement measurement, Codecs codecs, CodecSpec spec)
            throws MalformedDataException {
        return spec.codec().hasBlocks()
                ? Optional.of(measurement.run(new LoneReads(codecs.block(spec))))
                : Optional.empty();
    }

    private static Optional<Figures> stream(Measurement measurement, Codecs codecs, CodecSpec spec)
            throws MalformedDataException {
        if (spec.codec() == Codec.NONE) {
            return Optional.empty();
        }
        try (StreamEncoder encoder = codecs.streamEncoder(spec);
                StreamDecoder decoder = codecs.streamDecoder(spec.codec(), spec.windowLog())) {
            return encoder.keepsHistory()
                    ? Optional.of(measurement.run(new Streams(encoder, decoder)))
                    : Optional.empty();
        }
    }
}
