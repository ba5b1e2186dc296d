package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.dictionary.Dictionary;
import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.testkit.Json;
import io.narrows.testkit.TraceWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainVerbTest extends DictionaryVerbTest {
    /** docs/benchmarks/dictionaries.md has the figures. */
    @ParameterizedTest
    @CsvSource({"etcd, 0.5", "postgres, 0.1", "ratis, 0.3"})
    void train_onARecording_savesOnShortConnectionsOfLaterTraffic(String name, double least) throws Exception {
        Path recording = RECORDINGS.resolve(name + ".zst");

        assertThat(run("train", recording, "--out", file, "--connection-size", "2000", "--output", "json"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        Dictionary dictionary = DictionaryFile.read(file);
        assertThat(report)
                .containsEntry("name", dictionary.name().hex())
                .containsEntry("bytes", dictionary.length())
                .containsEntry("file", file.toString());
        assertThat(codecs(report))
                .extracting(line -> line.get("codec"))
                .containsExactly("lz4", "lz4hc:9", "zstd:1", "zstd:3", "dense:1", "dense:2");
        assertThat(codecs(report)).allSatisfy(line -> assertThat(saved(line)).isGreaterThan(least));
        long trained = number(map(report.get("trained")), "bytes");
        long measured = number(map(report.get("measured")), "bytes");
        assertThat(measured).isBetween((trained + measured) / 6, (trained + measured) / 3);
    }

    @Test
    void train_table_hasNameSizeAndEachCodec() throws Exception {
        Path trace = orders();

        assertThat(run("train", trace, "--out", file, "--max-size", "4KiB", "--codec", "zstd:3"))
                .isZero();

        List<String> lines = out.toString().lines().toList();
        Dictionary dictionary = DictionaryFile.read(file);
        assertThat(dictionary.length()).isLessThanOrEqualTo(4096);
        assertThat(lines.get(0)).matches(file + ": [0-9],[0-9]{3} bytes");
        assertThat(lines.get(1)).isEqualTo("name: " + dictionary.name());
        assertThat(lines.get(2)).matches("trained on [0-9],[0-9]{3} reads, [0-9,]+ bytes");
        assertThat(lines.get(4))
                .matches(
                        "measured on later traffic: [0-9]+ parts \\(one direction each\\) of 1 connection, [0-9,]+ bytes");
        assertThat(lines.get(5)).matches("[0-9]+ of these parts continue connections that it was trained on");
        assertThat(lines.get(6)).isEqualTo("  codec      bytes without     bytes with     saved");
        assertThat(lines.get(7)).matches("  zstd:3 +[0-9,]+ +[0-9,]+ +[0-9.]+ %");
        assertThat(lines).hasSize(8);
    }

    @Test
    void train_sameTraffic_givesTheSameName() throws Exception {
        Path trace = orders();
        Path other = folder.resolve("other.dictionary");

        run("train", trace, "--out", file, "--codec", "lz4");
        run("train", trace, "--out", other, "--codec", "lz4");

        assertThat(DictionaryFile.read(other).name())
                .isEqualTo(DictionaryFile.read(file).name());
    }

    @Test
    void train_onASingleConnection_measuresNothing() throws Exception {
        String[] reads = new String[50];
        Arrays.setAll(reads, i -> order(i, 17 * i));
        Path trace = TraceWriter.write(folder.resolve("one.trace"), reads);

        assertThat(run("train", trace, "--out", file)).isZero();

        assertThat(out.toString()).endsWith("not measured: too few connections to hold any back\n");

        out.getBuffer().setLength(0);
        assertThat(run("train", trace, "--out", folder.resolve("two"), "--output", "json"))
                .isZero();
        assertThat(Json.object(out.toString())).containsKey("trained").doesNotContainKeys("measured", "codecs");
    }

    /** Both begin at 0; the second one has few, but long reads. */
    @Test
    void train_severalInputs_countOneAfterTheOther() throws Exception {
        String[] reads = new String[400];
        Arrays.setAll(reads, i -> order(i, 17 * i));
        Path first = TraceWriter.write(folder.resolve("first.trace"), reads);
        String[] longReads = new String[20];
        Arrays.setAll(longReads, i -> String.join("", List.of(reads).subList(i, i + 25)));
        Path second = TraceWriter.write(folder.resolve("second.trace"), longReads);

        assertThat(run("train", first, second, "--out", file, "--connection-size", "1KiB", "--output", "json"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        assertThat(number(map(report.get("trained")), "reads")).isBetween(400L, 415L);
        assertThat(map(report.get("measured"))).containsEntry("connections", 1);
        assertThat(number(map(report.get("measured")), "parts")).isBetween(5L, 15L);
    }

    @Test
    void train_intoAMissingFolder_isRefusedBeforeReading() {
        assertThat(run("train", folder.resolve("none.pcap"), "--out", folder.resolve("no/one.dictionary")))
                .isEqualTo(2);

        assertThat(err.toString()).isEqualTo("narrows: %s: no such directory%n".formatted(folder.resolve("no")));
    }

    /** The capture comes through a pipe, whose reader has checked the file's name before. */
    @Test
    @Timeout(120)
    void train_fileCreatedWhileReading_isLeftAsItIs() throws Exception {
        byte[] capture = Files.readAllBytes(orderConnections().write(folder.resolve("whole.pcap")));
        Path pipe = folder.resolve("pipe.pcap");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try (OutputStream to = Files.newOutputStream(pipe, StandardOpenOption.WRITE)) {
                Files.writeString(file, "mine");
                to.write(capture);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        assertThat(run("train", pipe, "--out", file, "--codec", "zstd:3")).isEqualTo(2);

        writer.join();
        assertThat(err.toString()).isEqualTo("narrows: " + file + ": already exists\n");
        assertThat(out.toString()).isEmpty();
        assertThat(file).hasContent("mine");
    }

    @Test
    void train_existingFile_isLeftAsItIs() throws Exception {
        Files.writeString(file, "mine");

        assertThat(run("train", orders(), "--out", file)).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("narrows: " + file + ": already exists\n");
        assertThat(file).hasContent("mine");
    }

    @Test
    void train_tooFewReads_writesNothing() throws Exception {
        Path trace = TraceWriter.write(folder.resolve("few.trace"), "one read of some bytes", "and another one");

        assertThat(run("train", trace, "--out", file)).isEqualTo(2);

        assertThat(err.toString())
                .matches("narrows: nothing to train on: [0-9]+ reads of [0-9]+ bytes are too few or have"
                        + " nothing in common\n");
        assertThat(file).doesNotExist();
    }

    /** A ClientHello is enough for the class; what follows is not even that. */
    @Test
    void train_encryptedConnection_isLeftOutUnlessNamed() throws Exception {
        String[] reads = new String[200];
        Arrays.setAll(reads, i -> "application data of the connection, number " + i);
        reads[0] = clientHello();
        Path trace = TraceWriter.write(folder.resolve("tls.trace"), reads);

        assertThat(run("train", trace, "--out", file)).isEqualTo(2);
        assertThat(err.toString())
                .matches("narrows: [0-9]+ bytes of class encrypted are left out; --class encrypted reads them\n"
                        + "narrows: no traffic to read \\(expected: connections of a class other than encrypted\\)\n");
        assertThat(file).doesNotExist();

        assertThat(run("train", trace, "--out", file, "--class", "encrypted", "--codec", "zstd"))
                .isZero();
        assertThat(file).exists();
    }

    @Test
    void train_onACapture_measuresLaterConnections() throws Exception {
        ShortConnections connections = new ShortConnections();
        for (int i = 0; i < 400; i++) {
            connections.add(hello(i), order(i, 17 * i), order(i, 31 * i));
        }
        Path capture = connections.write(folder.resolve("short.pcap"));

        assertThat(run("train", capture, "--out", file, "--codec", "zstd:3", "--codec", "dense:1", "--output", "json"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        assertThat(number(map(report.get("trained")), "reads")).isBetween(900L, 903L);
        assertThat(number(map(report.get("measured")), "parts")).isBetween(99L, 100L);
        assertThat(codecs(report))
                .allSatisfy(
                        line -> assertThat(number(line, "bytes_with")).isLessThan(number(line, "bytes_without") / 2));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void train_captureThatEndsWithinAPacket_isUsedUpToThere() throws Exception {
        Path capture = orderConnections().write(folder.resolve("cut.pcap"));
        byte[] bytes = Files.readAllBytes(capture);
        Files.write(capture, Arrays.copyOf(bytes, bytes.length - 5));

        assertThat(run("train", capture, "--out", file, "--codec", "zstd:3")).isZero();

        assertThat(err.toString()).contains("cut.pcap");
        assertThat(file).exists();
    }

    @Test
    void train_captureOfTls_isLeftOut_alsoIfItBeganBefore() throws Exception {
        Path capture = new ShortConnections()
                .add(clientHello(), order(1, 2))
                .addJoined("\u0017\u0003\u0003\u0000\u0040" + order(1, 2), order(3, 4))
                .write(folder.resolve("tls.pcap"));

        assertThat(run("train", capture, "--out", file)).isEqualTo(2);

        assertThat(err.toString())
                .contains("bytes of class encrypted are left out")
                .contains("no traffic to read");
        assertThat(file).doesNotExist();
    }

    @Test
    void train_onlyNamedClasses_areRead() throws Exception {
        Path recording = RECORDINGS.resolve("etcd.zst");

        assertThat(run("train", recording, "--out", file, "--class", "bulk")).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("narrows: no traffic of class bulk\n");
    }

    @Test
    void train_wrongInput_isNamed() throws Exception {
        Path none = folder.resolve("none.pcap");
        Path text = Files.writeString(folder.resolve("notes.txt"), "these are no packets at all, really");
        Path damaged = Files.write(
                folder.resolve("damaged.zst"),
                Arrays.copyOf(Files.readAllBytes(RECORDINGS.resolve("ratis.zst")), 9999));

        assertThat(run("train", none, "--out", file)).isEqualTo(2);
        assertThat(run("train", text, "--out", file)).isEqualTo(2);
        assertThat(run("train", damaged, "--out", file)).isEqualTo(2);

        List<String> lines = err.toString().lines().toList();
        assertThat(lines.get(0)).isEqualTo("narrows: " + none + ": no such file");
        assertThat(lines.get(1)).startsWith("narrows: " + text + ", offset 0: ");
        assertThat(lines.get(2)).startsWith("narrows: " + damaged + ": cannot be decompressed: ");
        assertThat(file).doesNotExist();
    }

    @Test
    void train_wrongOptions_areRefused() throws Exception {
        Path trace = orders();

        assertThat(run("train", trace, "--out", file, "--max-size", "113KiB")).isEqualTo(2);
        assertThat(run("train", trace, "--out", file, "--connection-size", "17MiB"))
                .isEqualTo(2);
        assertThat(run("train", trace, "--out", file, "--codec", "gzip:6")).isEqualTo(2);
        assertThat(run("train", trace, "--out", file, "--class", "No Class")).isEqualTo(2);
        assertThat(run("train", trace)).isEqualTo(2);

        assertThat(err.toString())
                .contains("--max-size 113KiB (expected: 256B to 112KiB)")
                .contains("--connection-size 17MiB (expected: 256B to 16MiB)")
                .contains("--codec gzip:6: its streams cannot begin with a dictionary")
                .contains("\"No Class\" is not a traffic class")
                .contains("Missing required option: '--out=FILE'");
        assertThat(file).doesNotExist();
    }

    private static String hello(int i) {
        return "HELLO protocol=7 client=orders-service-" + i % 7 + " database=orders options=streaming,binary\n";
    }

    private static ShortConnections orderConnections() {
        ShortConnections connections = new ShortConnections();
        for (int i = 0; i < 400; i++) {
            connections.add(hello(i), order(i, 17 * i));
        }
        return connections;
    }

    private static String order(int i, int id) {
        return "INSERT INTO orders (id, customer, state, amount) VALUES (" + id + ", 'customer-" + i % 50
                + "', 'pending', " + id % 997 + ".25) ON CONFLICT DO NOTHING;\n";
    }

    /** Returns the head of a TLS 1.3 ClientHello, whose bytes are below 0x80. */
    private static String clientHello() {
        byte[] hello = new byte[80];
        hello[0] = 0x16;
        hello[1] = 3;
        hello[2] = 1;
        hello[4] = 75;
        hello[5] = 1;
        hello[8] = 71;
        hello[9] = 3;
        hello[10] = 3;
        return new String(hello, StandardCharsets.US_ASCII);
    }
}
