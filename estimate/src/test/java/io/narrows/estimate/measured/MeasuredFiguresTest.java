package io.narrows.estimate.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MeasuredFiguresTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    /**
     * Rows of programs other than Narrows, of cold ones and repetitions, of recordings of a few short messages only, of level 0, and speeds
     * with Ratis, which were measured for some codecs only.
     */
    private static final Pattern OTHER_ROWS = Pattern.compile("none|haproxy|socat|ssh -C"
            + "|narrows .*(, cold|, again|, transparent)|.* heartbeats|their answers"
            + "|16 KiB \\| (2 .*|1 \\| lz4 .*)|.* \\| dense 0|Ratis \\| .*");

    private final MeasuredFigures measured = MeasuredFigures.load();

    static Stream<Figure> figures() {
        return MeasuredFigures.load().all().stream();
    }

    @ParameterizedTest
    @MethodSource("figures")
    void figure_isInTheDocumentation(Figure figure) throws IOException {
        List<String> documented = tables(figure).stream()
                .flatMap(table -> table.texts(figure).stream())
                .toList();

        assertThat(documented).isNotEmpty().containsOnly(figure.text());
    }

    @ParameterizedTest
    @MethodSource("figures")
    void otherRowsOfTheTable_areFiguresToo(Figure figure) throws IOException {
        List<String> known = figures()
                .filter(other -> other.page().equals(figure.page())
                        && other.section().equals(figure.section())
                        && other.column().equals(figure.column()))
                .map(Figure::row)
                .toList();

        List<String> rows = tables(figure).stream()
                .filter(table -> !table.texts(figure).isEmpty())
                .flatMap(table -> table.labels(figure).stream())
                .filter(row -> !OTHER_ROWS.matcher(row).matches())
                .toList();

        assertThat(known).containsAll(rows);
    }

    private static List<DocumentedTable> tables(Figure figure) throws IOException {
        return DocumentedTable.read(Path.of("..").resolve(figure.page()), figure.section());
    }

    @Test
    void wire_isTheRangeOfAllMeasurementsOfTheKind() {
        Range postgres = measured.wire(TrafficKind.POSTGRESQL, CodecSpec.of(Codec.ZSTD, 1), false);
        Range any = measured.wire(TrafficKind.ANY, CodecSpec.of(Codec.ZSTD, 1), false);

        assertThat(postgres).isEqualTo(new Range(0.2872, 0.4160));
        assertThat(any).isEqualTo(new Range(0.1467, 0.4160));
    }

    @Test
    void wire_encrypted_hasWhatTlsAddedInTheSameRun() {
        Range etcd = measured.wire(TrafficKind.ETCD, CodecSpec.of(Codec.ZSTD, 3), true);

        assertThat(etcd.low()).isCloseTo(0.1287 + 0.1579 - 0.1490, ROUNDING);
        assertThat(etcd.high()).isCloseTo(0.1311 + 0.1579 - 0.1490, ROUNDING);
    }

    @Test
    void wire_savedPercentage_isTheRest() {
        Range mixed = measured.wire(TrafficKind.MIXED, CodecSpec.of(Codec.LZ4), false);

        assertThat(mixed.low()).isEqualTo(mixed.high()).isCloseTo(0.332, ROUNDING);
    }

    @Test
    void levelWithoutMeasurement_hasTheNextLowerOne() {
        assertThat(measured.wire(TrafficKind.ETCD, CodecSpec.of(Codec.ZSTD, 8), false))
                .isEqualTo(measured.wire(TrafficKind.ETCD, CodecSpec.of(Codec.ZSTD, 3), false));
        assertThat(measured.wire(TrafficKind.ETCD, CodecSpec.of(Codec.ZSTD, -7), false))
                .isEqualTo(measured.wire(TrafficKind.ETCD, CodecSpec.of(Codec.ZSTD, -1), false));
    }

    @Test
    void level0OfDense_hasNoFigures() {
        CodecSpec level0 = CodecSpec.of(Codec.DENSE, 0);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> measured.wire(TrafficKind.POSTGRESQL, level0, false))
                .withMessageStartingWith("no figures for dense:0");
        assertThatIllegalArgumentException().isThrownBy(() -> measured.cpuSecondsPerByte(TrafficKind.ANY, level0));
    }

    @Test
    void everyCodec_hasFiguresForEveryKind() {
        for (TrafficKind kind : TrafficKind.values()) {
            for (Codec codec : Codec.values()) {
                CodecSpec spec = CodecSpec.of(codec);
                Range wire = measured.wire(kind, spec, false);
                assertThat(wire.low()).isPositive().isLessThanOrEqualTo(wire.high());
                assertThat(measured.sources(kind, spec, false)).isNotEmpty();
                assertThat(measured.cpuSecondsPerByte(kind, spec).high())
                        .satisfies(seconds -> assertThat(seconds > 0).isEqualTo(codec != Codec.NONE));
            }
        }
    }

    @Test
    void cpu_isTheInverseOfTheSpeed() {
        Range cpu = measured.cpuSecondsPerByte(TrafficKind.ETCD, CodecSpec.of(Codec.GZIP, 6));

        assertThat(cpu.low() * 53e6).isCloseTo(1, ROUNDING);
    }

    @Test
    void idle_isPerSecond() {
        assertThat(measured.idleBytesPerSecond(true).high()).isCloseTo(3462 / 60.0, within(1e-9));
        assertThat(measured.idleBytesPerSecond(false).low()).isCloseTo(678 / 60.0, within(1e-9));
    }
}
