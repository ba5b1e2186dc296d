package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DbBenchCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void run_printsALineForEach_andLeavesTheDatabase() {
        Path db = folder.resolve("db");

        assertThat(run("--num=1000", "--db=" + db, "--benchmarks=fillseq,readrandom"))
                .isZero();

        assertThat(out.toString().lines())
                .hasSize(2)
                .anySatisfy(
                        line -> assertThat(line).startsWith("fillseq      : ").contains(" 1000 operations; "))
                .anySatisfy(line -> assertThat(line).contains(" (1000 of 1000 found); p50 "));
        assertThat(db.resolve("CURRENT")).exists();
    }

    @Test
    void run_existingDatabase_isReadAgain() {
        Path db = folder.resolve("db");
        run("--num=1000", "--db=" + db, "--benchmarks=fillseq");

        assertThat(run("--num=1000", "--db=" + db, "--use-existing-db", "--benchmarks=readseq", "--output=json"))
                .isZero();

        assertThat(out.toString()).contains("\"benchmark\":\"readseq\",\"operations\":1000,");
    }

    @Test
    void run_warmUp_isNotShown_andLeavesNothing() {
        Path db = folder.resolve("db");

        assertThat(run("--num=1000", "--warm-up=100", "--db=" + db, "--benchmarks=fillseq,readseq"))
                .isZero();

        assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.contains(" 1000 operations; "));
        assertThat(folder).isDirectoryContaining(db::equals).isDirectoryNotContaining(file -> !db.equals(file));
    }

    @Test
    void run_directoryWithOtherThings_isLeftAlone() throws Exception {
        Path precious = Files.writeString(folder.resolve("precious"), "x");

        assertThat(run("--num=1", "--db=" + folder, "--benchmarks=fillseq")).isEqualTo(2);

        assertThat(precious).hasContent("x");
        assertThat(err.toString()).contains("--db " + folder + " is not empty (expected: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--num=0|--num 0 (expected: 1 or more)",
                "--benchmarks=fillsequence|unknown benchmark 'fillsequence' (expected: fillseq, fillrandom, ",
                "--compression=lz4,lz5|unknown codec 'lz5' (expected: none, gzip, snappy, lz4, lz4hc, zstd)",
                "--bottommost=zstd:20|zstd level 20 (expected: -7 to -1 or 1 to 19)",
                "--compression-ratio=0|--compression-ratio 0.0 (expected: above 0, at most 1)",
                "--engine=leveldb|unknown engine 'leveldb' (expected: narrows or rocksdb)",
                "--use-existing-db|--use-existing-db without --db (expected: --db with the directory of the database)",
                "--block-size=16|--block-size 16 (expected: 64 to 268435456)",
                "--bloom-bits=-1|--bloom-bits -1.0 (expected: 0 to 100)",
                "--interleave=0|--interleave 0 (expected: 1 or more)",
                "--metrics=9902|--metrics: \"9902\" has no port (expected: HOST:PORT)",
            })
    void run_wrongValue_isNamedWithWhatIsExpected(String argument, String message) {
        assertThat(run(argument)).isEqualTo(2);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void run_codecsWithoutACodec_saysWhatIsExpected() {
        assertThat(run("--benchmarks=compress", "--compression=none")).isEqualTo(2);

        assertThat(err.toString()).contains("(expected: at least one codec that compresses)");
    }

    @Test
    void run_metrics_saysWhereTheyAre() {
        assertThat(run("--num=10", "--benchmarks=fillseq", "--metrics=127.0.0.1:0"))
                .isZero();

        assertThat(err.toString()).matches("narrows: metrics at http://127\\.0\\.0\\.1:\\d+/metrics\n");
    }

    @Test
    void run_metricsOfRocksDb_areRefused() {
        assertThat(run("--benchmarks=fillseq", "--engine=rocksdb", "--metrics=127.0.0.1:0"))
                .isEqualTo(2);

        assertThat(err.toString()).contains("--metrics with rocksdb (expected: --engine narrows");
    }

    @Test
    void run_codecsOfRocksDb_areRefused() {
        assertThat(run("--benchmarks=compress", "--engine=rocksdb")).isEqualTo(2);

        assertThat(err.toString()).contains("RocksDB's Java API cannot compress a block");
    }

    @Test
    void arguments_readBackAsTheSettingsThatTheyAreOf() {
        Settings settings = settings(List.of(
                "--benchmarks=overwrite,stats",
                "--num=7",
                "--reads=5",
                "--key-size=9",
                "--value-size=11",
                "--compression-ratio=0.25",
                "--batch-size=3",
                "--seed=17",
                "--compression=none,zstd:3",
                "--parallel-threads=2",
                "--cache-size=4GiB",
                "--write-buffer-size=70000",
                "--bloom-bits=9.5",
                "--block-size=8192",
                "--threads=4",
                "--warm-up=6",
                "--codec-bytes=4096",
                "--bottommost=gzip:9",
                "--sync"));

        assertThat(settings(settings.arguments())).isEqualTo(settings);
    }

    @Test
    void arguments_ofDefaults_readBack() {
        Settings settings = settings(List.of());

        assertThat(settings(settings.arguments())).isEqualTo(settings);
    }

    private static Settings settings(List<String> arguments) {
        SettingsOptions options = new SettingsOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("settings", spec(options)))
                .parseArgs(arguments.toArray(String[]::new));
        return options.settings();
    }

    private static CommandLine.Model.CommandSpec spec(SettingsOptions options) {
        return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    }

    private int run(String... arguments) {
        return new CommandLine(new DbBenchCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
