package io.narrows.cli.analyze;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Traffic and the results of each codec on it. */
record Analysis(Traffic traffic, List<CodecFigures> lines) {
    /** Number of times each codec processes the traffic: read by read, and as streams. */
    static final int PASSES = 2;

    /** @param progress receives counts of processed bytes, which add up to {@link #PASSES} times all bytes for each codec */
    static Analysis of(Traffic traffic, List<CodecSpec> specs, Codecs codecs, LongConsumer progress)
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
        return new Analysis(traffic, lines);
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
