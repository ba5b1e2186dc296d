package io.narrows.estimate.measured;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.estimate.csv.CsvCell;
import io.narrows.estimate.csv.CsvSyntaxException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Figures that were measured on recorded traffic, as the documentation has them. A codec that was not measured on a kind of
 * traffic has its figures of all kinds; a level that was not measured has those of the next lower one, or of the lowest. Only level 0 of
 * dense, which codes frames differently from the other levels, does not have theirs: a request for its figures fails with {@link
 * IllegalArgumentException}.
 */
public final class MeasuredFigures {
    private static final double BYTES_PER_MB = 1e6;
    private static final String WITH_TLS = "tls";
    private static final String WITHOUT_TLS = "plain";

    private final List<Figure> figures;

    private MeasuredFigures(List<Figure> figures) {
        this.figures = List.copyOf(figures);
    }

    /** Loads the figures of this version. */
    public static MeasuredFigures load() {
        List<Figure> figures = new ArrayList<>();
        try (InputStream in = MeasuredFigures.class.getResourceAsStream("figures.csv");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                figures.add(Figure.of(CsvCell.parse(line)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CsvSyntaxException e) {
            throw new IllegalStateException("figures.csv", e);
        }
        return new MeasuredFigures(figures);
    }

    /**
     * Returns bytes of links per byte of applications, without the headers of TCP and IP.
     *
     * @param encrypted whether links use TLS
     */
    public Range wire(TrafficKind kind, CodecSpec spec, boolean encrypted) {
        Range plain = range(of(Measure.WIRE, kind, spec));
        return encrypted ? plain.plus(tls(kind)) : plain;
    }

    /** Returns the bytes that TLS adds, per byte of applications: what it added with zstd 1 in the same run. */
    private Range tls(TrafficKind kind) {
        List<Double> added = new ArrayList<>();
        for (Figure figure : withTls(kind)) {
            Figure without = figures(Measure.PLAIN, TrafficKind.ANY).stream()
                    .filter(other -> other.traffic().equals(figure.traffic()))
                    .findFirst()
                    .orElseThrow();
            added.add(figure.value() - without.value());
        }
        return Range.of(added);
    }

    private List<Figure> withTls(TrafficKind kind) {
        List<Figure> ofKind = figures(Measure.TLS, kind);
        return ofKind.isEmpty() ? figures(Measure.TLS, TrafficKind.ANY) : ofKind;
    }

    /** Returns the processor time of compression in seconds per byte of applications. */
    public Range cpuSecondsPerByte(TrafficKind kind, CodecSpec spec) {
        if (spec.codec() == Codec.NONE) {
            return Range.ZERO;
        }
        Range speed = range(of(Measure.SPEED, kind, spec)).times(BYTES_PER_MB);
        return new Range(1 / speed.high(), 1 / speed.low());
    }

    /** Returns IP bytes a second, both directions together, by which a pair of nodes keeps its links alive. */
    public Range idleBytesPerSecond(boolean encrypted) {
        return range(idle(encrypted)).times(1 / 60.0);
    }

    private List<Figure> idle(boolean encrypted) {
        String links = encrypted ? WITH_TLS : WITHOUT_TLS;
        return figures(Measure.IDLE, TrafficKind.ANY).stream()
                .filter(figure -> figure.traffic().equals(links))
                .toList();
    }

    /** Returns the places in the documentation that have the figures of idle links. */
    public SortedSet<String> idleSources(boolean encrypted) {
        SortedSet<String> sources = new TreeSet<>();
        idle(encrypted).forEach(figure -> sources.add(figure.source()));
        return sources;
    }

    /**
     * Returns the places in the documentation that have the figures of a codec on this traffic.
     *
     * @param encrypted whether links use TLS
     */
    public SortedSet<String> sources(TrafficKind kind, CodecSpec spec, boolean encrypted) {
        SortedSet<String> sources = new TreeSet<>();
        of(Measure.WIRE, kind, spec).forEach(figure -> sources.add(figure.source()));
        if (encrypted) {
            withTls(kind).forEach(figure -> sources.add(figure.source()));
        }
        if (spec.codec() != Codec.NONE) {
            of(Measure.SPEED, kind, spec).forEach(figure -> sources.add(figure.source()));
        }
        return sources;
    }

    List<Figure> all() {
        return figures;
    }

    private List<Figure> figures(Measure measure, TrafficKind kind) {
        return figures.stream()
                .filter(figure -> figure.measure() == measure && figure.isOf(kind))
                .toList();
    }

    private List<Figure> of(Measure measure, TrafficKind kind, CodecSpec spec) {
        List<Figure> measured = figures(measure, kind).stream()
                .filter(figure ->
                        figure.spec().codec() == spec.codec() && figure.spec().format() == spec.format())
                .toList();
        if (measured.isEmpty()) {
            if (kind == TrafficKind.ANY) {
                throw new IllegalArgumentException("no figures for " + spec + ": it was not measured");
            }
            return of(measure, TrafficKind.ANY, spec);
        }
        int level = measured.stream()
                .mapToInt(figure -> figure.spec().level())
                .filter(each -> each <= spec.level())
                .max()
                .orElseGet(() -> measured.stream()
                        .mapToInt(figure -> figure.spec().level())
                        .min()
                        .orElseThrow());
        return measured.stream()
                .filter(figure -> figure.spec().level() == level)
                .toList();
    }

    private static Range range(List<Figure> figures) {
        return Range.of(figures.stream().map(Figure::value).toList());
    }
}
