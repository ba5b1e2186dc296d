package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.testkit.Json;
import io.narrows.testkit.TraceWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DictionaryCommandTest {
    private static final Path RECORDINGS = Path.of("../lab/src/main/resources/io/narrows/lab/demo");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path file;

    @BeforeEach
    void file() {
        file = folder.resolve("one.dictionary");
    }

    @Test
    void inspect_showsNameSizeAndText() throws Exception {
        byte[] content = new byte[300];
        byte[] secret = "password=hunter2".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(secret, 0, content, 100, secret.length);
        content[200] = 'x';
        DictionaryFile.write(file, Dictionary.of(content));

        assertThat(run("inspect", file, "--text")).isZero();
        assertThat(out.toString())
                .isEqualTo("%s: 300 bytes, of which 0 are zstd's header%nname: %s%n%npassword=hunter2%n"
                        .formatted(file, DictionaryFile.read(file).name()));

        out.getBuffer().setLength(0);
        assertThat(run("inspect", file, "--output", "json", "--text")).isZero();
        assertThat(Json.object(out.toString()))
                .containsEntry("bytes", 300)
                .containsEntry("header_bytes", 0)
                .containsEntry("text", List.of("password=hunter2"));
    }

    @Test
    void inspect_damagedFile_isNamedAndOthersAreShown() throws Exception {
        DictionaryFile.write(file, Dictionary.of(new byte[300]));
        Path damaged = Files.write(folder.resolve("damaged"), Arrays.copyOf(Files.readAllBytes(file), 100));

        assertThat(run("inspect", damaged, file)).isEqualTo(1);

        assertThat(err.toString())
                .isEqualTo("narrows: %s: offset 100: truncated: 84 bytes of the dictionary (expected: 300)%n"
                        .formatted(damaged));
        assertThat(out.toString()).startsWith(file.toString());
    }

    @Test
    void inspectAndVerify_directory_isNamed() {
        assertThat(run("inspect", folder)).isEqualTo(1);
        assertThat(run("verify", folder)).isEqualTo(1);

        assertThat(err.toString()).isEqualTo("narrows: %s: Is a directory%n".formatted(folder));
        assertThat(out.toString()).isEqualTo("%s: Is a directory%n".formatted(folder));
    }

    @Test
    void verify_wholeAndDamagedFiles() throws Exception {
        run("train", orders(), "--out", file, "--codec", "lz4");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged"), bytes);
        Path none = folder.resolve("none");
        out.getBuffer().setLength(0);

        assertThat(run("verify", file)).isZero();
        assertThat(run("verify", damaged, file, none)).isEqualTo(1);

        String name = DictionaryFile.read(file).name().hex();
        assertThat(out.toString().lines().toList())
                .hasSize(4)
                .contains(file + ": ok, " + name, none + ": no such file")
                .anyMatch(line ->
                        line.matches(damaged + ": offset 12: checksum [0-9a-f]{8} \\(expected: [0-9a-f]{8}\\)"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void verify_fileThatOthersMayRead_warns() throws Exception {
        DictionaryFile.write(file, Dictionary.of(new byte[300]));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(run("verify", file)).isZero();

        assertThat(err.toString())
                .isEqualTo("narrows: %s: users other than the owner can read or change it; chmod 600 prevents that%n"
                        .formatted(file));
    }

    @Test
    void verify_onTraffic_measuresWhatItSaves() throws Exception {
        run("train", orders(), "--out", file, "--codec", "lz4");
        out.getBuffer().setLength(0);

        assertThat(run("verify", file, "--on", orders(), "--codec", "zstd:3", "--output", "json"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        assertThat(report).containsEntry("ok", true);
        Map<String, Object> line = codecs(report).get(0);
        assertThat(number(line, "bytes_with")).isLessThan(number(line, "bytes_without"));
    }

    /** zstd could keep tables that are sized for the dictionary; at level 9, etcd's recording would then take more bytes than without one. */
    @Test
    void verify_onLongConnections_theDictionaryCostsNothing() throws Exception {
        Path recording = RECORDINGS.resolve("etcd.zst");
        run("train", recording, "--out", file, "--codec", "lz4");
        out.getBuffer().setLength(0);

        run("verify", file, "--on", recording, "--connection-size", "16MiB", "--codec", "zstd:9", "--output", "json");

        Map<String, Object> report = Json.object(out.toString());
        assertThat(map(report.get("measured")))
                .containsEntry("connections", 4)
                .containsEntry("parts", 8)
                .doesNotContainKey("continued_parts");
        assertThat(codecs(report)).allSatisfy(line -> assertThat(saved(line)).isPositive());
    }

    @Test
    void group_withoutVerb_isRefused() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("missing command");
    }

    private int run(Object... arguments) {
        return new CommandLine(new DictionaryCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
    }

    /** Writes a trace of orders, in reads of a few hundred bytes. */
    private Path orders() throws IOException {
        Random random = new Random(7);
        String[] reads = IntStream.range(0, 2000)
                .mapToObj(i -> "{\"order\":" + random.nextInt(1_000_000) + ",\"customer\":\"customer-"
                        + random.nextInt(100) + "\",\"state\":\"" + (random.nextBoolean() ? "shipped" : "pending")
                        + "\",\"items\":[{\"sku\":\"sku-" + random.nextInt(500) + "\",\"count\":" + random.nextInt(9)
                        + "}],\"price\":" + random.nextDouble() + "}")
                .toArray(String[]::new);
        return TraceWriter.write(folder.resolve("orders.trace"), reads);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> codecs(Map<String, Object> report) {
        return (List<Map<String, Object>>) report.get("codecs");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static double saved(Map<String, Object> line) {
        return ((Number) line.get("saved")).doubleValue();
    }

    private static long number(Map<String, Object> from, String name) {
        return ((Number) from.get(name)).longValue();
    }
}
