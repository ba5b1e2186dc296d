package io.narrows.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Json;
import io.narrows.testkit.TraceWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AnalyzeCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void trace_similarReads_areSmallestAsAStream() throws Exception {
        similarReads();

        assertThat(analyze("--output", "json", "--codec", "none", "--codec", "zstd:3", "--codec", "snappy"))
                .isZero();

        Map<String, Object> input = inputs().get(0);
        assertThat(input.get("reads")).isEqualTo(101);
        assertThat(input.get("streams")).isEqualTo(2);
        List<Map<String, Object>> codecs = list(input.get("codecs"));
        assertThat(codecs).extracting(line -> line.get("codec")).containsExactly("none", "zstd:3", "snappy");
        assertThat(ratio(codecs.get(0), "per_read")).isEqualTo(1);
        assertThat(ratio(codecs.get(1), "stream")).isLessThan(ratio(codecs.get(1), "per_read") / 2);
        assertThat(codecs.get(2).get("stream")).as("snappy keeps no history").isNull();
    }

    @Test
    void trace_defaults_showTenCodecs() throws Exception {
        similarReads();

        assertThat(analyze()).isZero();

        assertThat(out.toString().lines().skip(3).filter(line -> !line.isBlank()))
                .extracting(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly(
                        "none", "snappy", "lz4", "lz4hc:9", "gzip:1", "gzip:6", "zstd:-1", "zstd:1", "zstd:3",
                        "zstd:9");
    }

    @Test
    void file_incompressible_isStoredReadByRead() throws Exception {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        Path file = Files.write(folder.resolve("noise.bin"), noise);

        assertThat(execute(file.toString(), "--output", "json", "--codec", "gzip:6", "--read-size", "30000"))
                .isZero();

        Map<String, Object> input = inputs().get(0);
        assertThat(input.get("reads")).isEqualTo(4);
        assertThat(ratio(list(input.get("codecs")).get(0), "per_read")).isEqualTo(1);
        assertThat(ratio(list(input.get("codecs")).get(0), "stream")).isBetween(1.0, 1.01);
    }

    @Test
    void compressedMessages_areSmallerWithUnpack() throws Exception {
        Path file = Files.write(folder.resolve("messages.bin"), GzippedOrders.inOne(40));

        assertThat(execute(file.toString(), "--output", "json", "--codec", "none", "--codec", "zstd:3"))
                .isZero();

        Map<String, Object> input = inputs().get(0);
        Map<String, Object> unpack = map(input.get("unpack"));
        assertThat(unpack.get("formats")).isEqualTo(List.of("gzip"));
        assertThat(unpack.get("pieces")).isEqualTo(40);
        assertThat(unpack.get("unpacked_bytes")).isEqualTo(unpack.get("bytes"));
        assertThat(list(unpack.get("codecs")))
                .extracting(line -> line.get("codec"))
                .containsExactly("zstd:3");
        assertThat(ratio(list(input.get("codecs")).get(1), "stream")).isGreaterThan(0.8);
        assertThat(ratio(list(unpack.get("codecs")).get(0), "stream")).isLessThan(0.6);
    }

    @Test
    void compressedMessages_haveLinesInTheTable_unlessTheirFormatIsLeftOut() throws Exception {
        Path file = Files.write(folder.resolve("messages.bin"), GzippedOrders.inOne(3));

        assertThat(execute(file.toString(), "--codec", "zstd:3")).isZero();
        String all = out.toString();
        out.getBuffer().setLength(0);
        assertThat(execute(file.toString(), "--codec", "zstd:3", "--unpack", "lz4,snappy"))
                .isZero();

        assertThat(all).contains("\nwith unpack: [gzip], 100.0 % of ", " compressed bytes in 3 pieces:\nzstd:3 ");
        assertThat(out.toString()).doesNotContain("with unpack");
    }

    @Test
    void unknownFormat_isRefused() {
        assertThat(execute("any", "--unpack", "brotli")).isEqualTo(2);

        assertThat(err.toString()).contains("'brotli' is no format (expected: lz4, snappy, gzip or zstd)");
    }

    @Test
    void traceFile_alone_isOneStream() throws Exception {
        TraceWriter.write(folder.resolve("one.trace"), "a", "b", "c");

        assertThat(execute(folder.resolve("one.trace").toString(), "--output", "json", "--codec", "zstd"))
                .isZero();

        assertThat(inputs().get(0).get("streams")).isEqualTo(1);
        assertThat(inputs().get(0).get("bytes")).isEqualTo(3);
    }

    @Test
    void badInput_saysWhatIsWrong() throws Exception {
        assertThat(execute(folder.resolve("not-there").toString())).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("narrows: " + folder.resolve("not-there") + ": no such file");

        assertThat(execute("x", "--codec", "zst")).isEqualTo(2);
        assertThat(err.toString())
                .contains("unknown codec 'zst' (expected: none, gzip, snappy, lz4, lz4hc, zstd, dense)");

        assertThat(execute("x", "--codec", "gzip:10")).isEqualTo(2);
        assertThat(err.toString()).contains("gzip level 10 (expected: 1 to 9)");

        assertThat(execute("x", "--codec", "gzip:")).isEqualTo(2);
        assertThat(err.toString()).contains("no number after the colon");

        assertThat(execute("x", "--read-size", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--read-size 0B (expected: 1B to 1MiB)");
    }

    private void similarReads() throws Exception {
        Random random = new Random(1);
        String[] reads = IntStream.range(0, 100)
                .mapToObj(i ->
                        "{\"kind\":\"pod\",\"name\":\"web-" + i + "\",\"uid\":\"" + random.nextInt(100_000) + "\"}")
                .toArray(String[]::new);
        TraceWriter.write(folder.resolve("c2s.trace"), reads);
        TraceWriter.write(folder.resolve("s2c.trace"), "ok");
        TraceWriter.index(folder, 100, 1);
    }

    private int analyze(String... options) {
        String[] arguments = new String[options.length + 1];
        System.arraycopy(options, 0, arguments, 1, options.length);
        arguments[0] = folder.toString();
        return execute(arguments);
    }

    private int execute(String... arguments) {
        return new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private List<Map<String, Object>> inputs() {
        return list(Json.object(out.toString()).get("inputs"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }

    private static double ratio(Map<String, Object> line, String mode) {
        return ((Number) ((Map<?, ?>) line.get(mode)).get("ratio")).doubleValue();
    }
}
