package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchRunTest {
    @TempDir
    Path directory;

    private final Results results = new Results();

    @ParameterizedTest
    @EnumSource
    void fillseq_canBeRead(EngineKind kind) throws IOException {
        run(
                kind,
                Work.of(
                        Benchmark.FILLSEQ,
                        Benchmark.READRANDOM,
                        Benchmark.MULTIREADRANDOM,
                        Benchmark.SEEKRANDOM,
                        Benchmark.READSEQ,
                        Benchmark.READREVERSE));

        assertThat(results.all()).allSatisfy(one -> assertThat(one.operations()).isEqualTo(Work.NUM));
        assertThat(results.of(Benchmark.READRANDOM).note()).isEqualTo("(2000 of 2000 found)");
        assertThat(results.of(Benchmark.MULTIREADRANDOM).note()).isEqualTo("(2000 of 2000 found)");
        assertThat(results.of(Benchmark.SEEKRANDOM).note()).isEqualTo("(2000 of 2000 found)");
        assertThat(results.of(Benchmark.READSEQ).bytes()).isEqualTo(Work.NUM * 116);
        assertThat(results.of(Benchmark.READREVERSE).bytes()).isEqualTo(Work.NUM * 116);
    }

    @ParameterizedTest
    @EnumSource
    void compact_leavesWhatIsThereToBeRead(EngineKind kind) throws IOException {
        run(
                kind,
                Work.of(
                        Benchmark.FILLSEQ,
                        Benchmark.OVERWRITE,
                        Benchmark.FLUSH,
                        Benchmark.COMPACT,
                        Benchmark.WAITFORCOMPACTION,
                        Benchmark.READSEQ));

        assertThat(results.of(Benchmark.READSEQ).operations()).isEqualTo(Work.NUM);
        assertThat(results.of(Benchmark.WAITFORCOMPACTION).diskBytes())
                .as("the log is gone, and each key is there once")
                .isBetween(1L, results.of(Benchmark.OVERWRITE).diskBytes());
    }

    @ParameterizedTest
    @EnumSource
    void fillrandom_beginsWithAnEmptyDatabase(EngineKind kind) throws IOException {
        run(kind, Work.of(Benchmark.FILLSEQ, Benchmark.FILLRANDOM, Benchmark.READSEQ));

        assertThat(results.of(Benchmark.READSEQ).operations()).isBetween(1L, Work.NUM - 1L);
    }

    @ParameterizedTest
    @EnumSource
    void existingDatabase_isKept(EngineKind kind) throws IOException {
        run(kind, Work.of(Benchmark.FILLSEQ));

        run(kind, Work.of(Benchmark.FILLRANDOM, Benchmark.READSEQ), true);

        assertThat(results.of(Benchmark.READSEQ).operations()).isEqualTo(Work.NUM);
    }

    @ParameterizedTest
    @EnumSource
    void threads_eachDoAll(EngineKind kind) throws IOException {
        Settings settings =
                Work.of(CodecSpec.of(Codec.ZSTD), 3, Benchmark.FILLRANDOM, Benchmark.READRANDOM, Benchmark.FLUSH);

        run(kind, settings);

        assertThat(results.of(Benchmark.FILLRANDOM).operations()).isEqualTo(3 * Work.NUM);
        assertThat(results.of(Benchmark.READRANDOM).note()).endsWith(" of 6000 found)");
        assertThat(results.of(Benchmark.FLUSH).operations()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void stats_isWhatTheEngineSays(EngineKind kind) throws IOException {
        run(kind, Work.of(Benchmark.FILLSEQ, Benchmark.FLUSH, Benchmark.STATS));

        assertThat(results.all()).hasSize(2);
        assertThat(results.statistics()).singleElement().asString().containsIgnoringCase("level");
    }

    @Test
    void codecs_areEachMeasured_withoutADatabase() throws IOException {
        Settings settings = Work.of(
                CodecSpec.of(Codec.ZSTD, 3), 1, Benchmark.COMPRESS, Benchmark.UNCOMPRESS, Benchmark.COMPRESSREJECT);

        run(EngineKind.NARROWS, settings);

        assertThat(results.all())
                .extracting(Figures::benchmark)
                .containsExactly("compress zstd:3", "uncompress zstd:3", "compressreject zstd:3");
        assertThat(results.all()).allSatisfy(one -> {
            assertThat(one.operations()).isEqualTo(256);
            assertThat(one.bytes()).isEqualTo(1 << 20);
        });
        assertThat(directory).isEmptyDirectory();
    }

    private void run(EngineKind kind, Settings settings) throws IOException {
        run(kind, settings, false);
    }

    private void run(EngineKind kind, Settings settings, boolean keepsWhatIsThere) throws IOException {
        try (BenchRun run = new BenchRun(kind, settings, directory, keepsWhatIsThere, results, EngineListener.NONE)) {
            run.run();
        }
    }
}
