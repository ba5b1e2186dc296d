package io.narrows.proxy;

import static io.narrows.proxy.support.Applications.halfCompressible;
import static io.narrows.proxy.support.Applications.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.auto.SwitchReason;
import io.narrows.proxy.dictionary.TrainingOutcome;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.meter.HelloRefusal;
import io.narrows.proxy.meter.RawReason;
import io.narrows.proxy.meter.StepDownReason;
import io.narrows.proxy.meter.UnpackMeter;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import io.narrows.testkit.SelfSigned;
import io.narrows.unpack.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compares docs/metrics.md with the metrics that sidecars expose, both ways. */
@Timeout(300)
final class MetricsDocTest {
    private static final Path FILE = Path.of("../docs/metrics.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9_-]+)` \\|(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");
    private static final Pattern TYPE = Pattern.compile("^# TYPE (narrows_\\w+) (\\w+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");
    private static final Set<String> PARTS_OF_A_HISTOGRAM = Set.of("_bucket", "_sum", "_count");

    /** The parts of a family that both the document and the scrape contain. */
    private record Family(String type, Set<String> labels) {}

    @TempDir
    private Path folder;

    @Test
    void document_namesEveryFamilyWithItsTypeAndLabels() throws Exception {
        Map<String, Family> documented = documented();

        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: dense, level: 1, min-size: 16B}")
                        .withPeerSources("[{file: none.yaml, plaintext: true}]")
                        .start();
                SidecarPair encrypted = encrypted(target.port()).start();
                SidecarPair dry = dry(target.port()).start();
                SidecarPair sampled = sampled(target.port()).start();
                SidecarPair chosen = chosen(target.port()).start();
                SidecarPair unpacking = unpacking(target.port()).start();
                Socket compressed = new Socket(InetAddress.getLoopbackAddress(), unpacking.listenerPort());
                Socket auto = new Socket(InetAddress.getLoopbackAddress(), chosen.listenerPort());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            echo(socket, "tiny");
            echo(socket, "compressible ".repeat(100));
            flood(socket);
            sayNonsense(pair.linkPortOfB());

            // samples are compressed at idle priority, or dropped, and pieces that are not unpacked in time go as they
            // are
            await().atMost(Duration.ofMinutes(4)).untilAsserted(() -> {
                for (SidecarPair each : List.of(dry, sampled)) {
                    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), each.listenerPort())) {
                        echo(connection, "compressible ".repeat(100));
                    }
                }
                echo(auto, "compressible ".repeat(100));
                echo(compressed, gzip(Deflater.DEFAULT_STRATEGY));
                echo(compressed, gzip(Deflater.HUFFMAN_ONLY));
                assertThat(exposed(pair, encrypted, dry, sampled, chosen, unpacking))
                        .isEqualTo(documented);
            });
        }
    }

    @Test
    void document_namesEveryReason() throws IOException {
        assertThat(rows("raw reasons"))
                .isEqualTo(
                        Arrays.stream(RawReason.values()).map(RawReason::label).toList());
        assertThat(rows("step-down reasons"))
                .isEqualTo(Arrays.stream(StepDownReason.values())
                        .map(StepDownReason::label)
                        .toList());
        assertThat(rows("switch reasons"))
                .isEqualTo(Arrays.stream(SwitchReason.values())
                        .map(SwitchReason::label)
                        .toList());
        assertThat(rows("training outcomes"))
                .isEqualTo(Arrays.stream(TrainingOutcome.values())
                        .map(TrainingOutcome::label)
                        .toList());
        assertThat(rows("failures"))
                .isEqualTo(Arrays.stream(Failure.values()).map(Failure::label).toList());
        assertThat(rows(Path.of("../docs/guide/unpack.md"), "reasons"))
                .isEqualTo(Stream.concat(
                                Arrays.stream(Refusal.values()).map(Refusal::label),
                                Stream.of(UnpackMeter.LATE, UnpackMeter.INTERNAL, UnpackMeter.NO_CONTEXT))
                        .toList());
        assertThat(rows("packed reasons")).isEqualTo(rows(Path.of("../docs/guide/unpack.md"), "reasons"));
        assertThat(rows("refusals"))
                .isEqualTo(Arrays.stream(HelloRefusal.values())
                        .map(HelloRefusal::label)
                        .toList());
    }

    @Test
    void page_hasWordsForEveryReason() throws IOException {
        String script = Files.readString(
                Path.of("src/main/resources/io/narrows/proxy/admin/page/unpack.js"), StandardCharsets.UTF_8);

        assertThat(Pattern.compile("^  '?([a-z-]+)'?: '\\1: .+',$", Pattern.MULTILINE)
                        .matcher(script)
                        .results()
                        .map(reason -> reason.group(1)))
                .containsExactlyElementsOf(rows(Path.of("../docs/guide/unpack.md"), "reasons"));
    }

    /** Sends data faster than dense can encode it. */
    private static void flood(Socket socket) throws IOException {
        byte[] bytes = halfCompressible(4 << 20, 1);
        CompletableFuture<Void> writing = write(socket, bytes);
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
        writing.join();
    }

    private static Map<String, Family> documented() throws IOException {
        Map<String, Family> families = new TreeMap<>();
        for (MatchResult row : ROW.matcher(section(FILE, "metrics")).results().toList()) {
            String[] cells = row.group(2).split("\\|");
            families.put(row.group(1), new Family(cells[0].strip(), labels(CODE, cells[2])));
        }
        assertThat(families).isNotEmpty();
        return families;
    }

    private SidecarPair encrypted(int targetPort) throws Exception {
        Path ownFolder = Files.createDirectory(folder.resolve("encrypted"));
        SelfSigned a = SelfSigned.of("a", 1, ownFolder);
        SelfSigned b = SelfSigned.of("b", 1, ownFolder);
        List<String> tls = List.of(a.tls(b.cert()), b.tls(a.cert()));
        return new SidecarPair(ownFolder, targetPort, "- {codec: zstd}", tls);
    }

    private SidecarPair dry(int targetPort) throws IOException {
        Path ownFolder = Files.createDirectory(folder.resolve("dry"));
        return new SidecarPair(ownFolder, targetPort, "- {codec: zstd}")
                .withAddress()
                .withKeys("dry-run: true\n");
    }

    private SidecarPair sampled(int targetPort) throws IOException {
        Path ownFolder = Files.createDirectory(folder.resolve("sampled"));
        return new SidecarPair(ownFolder, targetPort, "- {codec: zstd}")
                .withKeys("what-if: true\ndictionaries: {path: dictionaries}\n");
    }

    private SidecarPair chosen(int targetPort) throws IOException {
        Path ownFolder = Files.createDirectory(folder.resolve("chosen"));
        return new SidecarPair(ownFolder, targetPort, "- {codec: auto}");
    }

    private SidecarPair unpacking(int targetPort) throws IOException {
        Path ownFolder = Files.createDirectory(folder.resolve("unpacking"));
        return new SidecarPair(ownFolder, targetPort, "- {codec: zstd, unpack: [gzip]}");
    }

    /** Returns a message that an application compressed. Only zlib's default strategy has recipes. */
    private static byte[] gzip(int strategy) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed) {
            {
                def.setStrategy(strategy);
            }
        }) {
            for (int i = 0; i < 100; i++) {
                out.write(("order " + i * i + " of customer " + i % 17 + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return packed.toByteArray();
    }

    private static Map<String, Family> exposed(
            SidecarPair pair,
            SidecarPair encrypted,
            SidecarPair dry,
            SidecarPair sampled,
            SidecarPair chosen,
            SidecarPair unpacking) {
        String scrape = Stream.of(pair.a(), pair.b(), encrypted.a(), dry.a(), sampled.a(), chosen.a(), unpacking.a())
                .map(Exposed::text)
                .collect(Collectors.joining());
        Map<String, Family> families = new TreeMap<>();
        TYPE.matcher(scrape).results().forEach(type -> {
            String name = type.group(1);
            families.put(name, new Family(type.group(2), labelsOf(name, type.group(2), scrape)));
        });
        return families;
    }

    /** Returns the label names of a family's samples, which must be the same in all of them. */
    private static Set<String> labelsOf(String name, String type, String scrape) {
        Set<Set<String>> found = scrape.lines()
                .filter(line -> name.equals(familyOf(line, type)))
                .map(line -> labels(LABEL, line))
                .collect(Collectors.toSet());
        assertThat(found).as("label names of %s", name).hasSize(1);
        return found.iterator().next();
    }

    private static String familyOf(String line, String type) {
        String sample = line.split("[ {]", 2)[0];
        if (!type.equals("histogram")) {
            return sample;
        }
        return PARTS_OF_A_HISTOGRAM.stream()
                .filter(sample::endsWith)
                .map(part -> sample.substring(0, sample.length() - part.length()))
                .findFirst()
                .orElse(sample);
    }

    private static Set<String> labels(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(label -> !label.equals("le"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> rows(String section) throws IOException {
        return rows(FILE, section);
    }

    private static List<String> rows(Path file, String section) throws IOException {
        return ROW.matcher(section(file, section))
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    private static String section(Path file, String name) throws IOException {
        String text = Files.readString(file);
        int start = text.indexOf("<!-- " + name + " -->");
        assertThat(start).as("section \"%s\" of %s", name, file).isNotNegative();
        return text.substring(start, text.indexOf("<!-- end -->", start));
    }

    private static void echo(Socket socket, String text) throws IOException {
        echo(socket, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void echo(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    /** Sends bytes that are not a hello, which are refused and counted. */
    private static void sayNonsense(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
    }
}
