package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.testkit.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DictionaryCommandTest extends DictionaryVerbTest {
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
    void inspect_dictionaryWithFrames_showsTheirSizeAndText() throws Exception {
        trainOnOrders();
        Dictionary dictionary = DictionaryFile.read(file);
        DictionaryFile.write(folder.resolve("shared"), Dictionary.of(bytes(dictionary.shared())));
        int frameBytes = dictionary.length() - dictionary.shared().remaining() - Dictionary.FRAMED_BYTES;

        assertThat(run("inspect", file, "--text")).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines.get(1))
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "%,d frames of dense take %,d bytes",
                        dictionary.frames().size(),
                        frameBytes));
        out.getBuffer().setLength(0);
        assertThat(run("inspect", folder.resolve("shared"), "--text")).isZero();
        assertThat(lines.size() - 1)
                .isEqualTo(out.toString().lines().count() + dictionary.frames().size()); // each frame is an order

        out.getBuffer().setLength(0);
        assertThat(run("inspect", file, "--output", "json")).isZero();
        assertThat(Json.object(out.toString()))
                .containsEntry("frames", dictionary.frames().size())
                .containsEntry("frame_bytes", frameBytes);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Test
    void inspectTextAndVerify_damagedFrames_sayWhich() throws Exception {
        byte[] noFrame = {1, 2, 3};
        DictionaryFile.write(
                file, Dictionary.of(Dictionary.of("shared text ".repeat(30).getBytes()), List.of(noFrame)));

        assertThat(run("inspect", file)).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("inspect", file, "--text")).isEqualTo(1);
        assertThat(out.toString()).contains("shared text shared text");
        out.getBuffer().setLength(0);
        assertThat(run("verify", file)).isEqualTo(1);

        String problem = file + ": dense frame 1 of the dictionary has other parameters (expected: 02d1)"
                + System.lineSeparator();
        assertThat(err.toString()).isEqualTo("narrows: " + problem);
        assertThat(out.toString()).isEqualTo(problem);
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
        trainOnOrders();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged"), bytes);
        Path none = folder.resolve("none");

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
        trainOnOrders();

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
}
