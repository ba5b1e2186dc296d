package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.UnknownFieldSet;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The formats and the detail of {@code /metrics} that a client can request. */
@Timeout(60)
final class MetricsFormatsTest {
    /** The headers of Prometheus 2.42, without and with {@code --enable-feature=native-histograms}. */
    private static final String PROMETHEUS =
            "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    private static final String PROMETHEUS_WITH_NATIVE_HISTOGRAMS =
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    private static final int FAMILY_NAME = 1;
    private static final int FAMILY_METRIC = 4;
    private static final int METRIC_HISTOGRAM = 7;
    private static final int HISTOGRAM_BUCKET = 3;
    private static final int HISTOGRAM_SCHEMA = 5;
    private static final int HISTOGRAM_POSITIVE_SPAN = 12;
    private static final long SCHEMA_3_ZIGZAG = 6;

    @TempDir
    private static Path folder;

    private static EchoServer target;
    private static SidecarPair pair;

    @BeforeAll
    static void start() throws IOException {
        target = EchoServer.echoing();
        pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), pair.listenerPort())) {
            byte[] bytes = "compressible ".repeat(100).getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(bytes);
            assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void clientThatAsksForNothing_getsTheTextFormatAsItIs() throws Exception {
        HttpResponse<byte[]> answer = get("/metrics", Map.of());

        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(text(answer.body()))
                .contains("# TYPE narrows_app_bytes_total counter\n")
                .contains("narrows_added_latency_seconds_bucket{")
                .doesNotContain("# EOF");
    }

    @Test
    void prometheus_getsOpenMetricsInGzip() throws Exception {
        HttpResponse<byte[]> answer = get("/metrics", Map.of("Accept", PROMETHEUS, "Accept-Encoding", "gzip"));

        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(text(unzipped(answer.body())))
                .contains("# TYPE narrows_app_bytes counter\n")
                .endsWith("# EOF\n");
    }

    @Test
    void prometheusWithNativeHistograms_getsThemInProtobuf() throws Exception {
        HttpResponse<byte[]> answer = get("/metrics", Map.of("Accept", PROMETHEUS_WITH_NATIVE_HISTOGRAMS));

        assertThat(answer.headers().firstValue("Content-Type"))
                .contains(
                        "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited");
        UnknownFieldSet family = families(answer.body()).get("narrows_added_latency_seconds");
        assertThat(family.getField(FAMILY_METRIC).getLengthDelimitedList())
                .isNotEmpty()
                .allSatisfy(metric -> {
                    UnknownFieldSet histogram = message(UnknownFieldSet.parseFrom(metric), METRIC_HISTOGRAM);
                    assertThat(histogram.getField(HISTOGRAM_SCHEMA).getVarintList())
                            .containsExactly(SCHEMA_3_ZIGZAG);
                    assertThat(histogram.getField(HISTOGRAM_POSITIVE_SPAN).getLengthDelimitedList())
                            .isNotEmpty();
                    assertThat(histogram.getField(HISTOGRAM_BUCKET).getLengthDelimitedList())
                            .isNotEmpty();
                });
    }

    @Test
    void gzip_isOfTheSamePage() throws Exception {
        HttpResponse<byte[]> plain = get("/metrics", Map.of());
        HttpResponse<byte[]> compressed = get("/metrics", Map.of("Accept-Encoding", "deflate, gzip;q=0.9"));

        assertThat(compressed.body()).hasSizeLessThan(plain.body().length / 3);
        assertThat(names(unzipped(compressed.body()))).isEqualTo(names(plain.body()));
    }

    @Test
    void detail_isTheConfigurations_unlessTheClientAsksForAnother() throws Exception {
        Path file = pair.file("a");
        Files.writeString(file, Files.readString(file) + "metrics: {per-peer: off}\n");
        assertThat(pair.a().reload()).isEqualTo(Optional.empty());

        await().untilAsserted(() ->
                assertThat(text(get("/metrics", Map.of()).body())).doesNotContain("peer=\"b\""));
        assertThat(text(get("/metrics?per-peer=counters", Map.of()).body()))
                .contains("narrows_app_bytes_total{class=\"control\",codec=\"none\",direction=\"sent\",peer=\"b\"")
                .contains("narrows_added_latency_seconds_count{class=\"replication\",direction=\"sent\"}");
        assertThat(text(get("/metrics?per-peer=full", Map.of()).body()))
                .contains("narrows_added_latency_seconds_count{class=\"replication\",direction=\"sent\",peer=\"b\"}");
        assertThat(get("/metrics?per-peer=all", Map.of()).statusCode()).isEqualTo(400);
    }

    private static HttpResponse<byte[]> get(String path, Map<String, String> headers)
            throws IOException, InterruptedException {
        var request = request(pair, "a", path);
        headers.forEach(request::header);
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
    }

    private static byte[] unzipped(byte[] compressed) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static Iterable<String> names(byte[] body) {
        return text(body).lines().filter(line -> line.startsWith("# TYPE")).toList();
    }

    /** Messages one after another, each preceded by its length. */
    private static Map<String, UnknownFieldSet> families(byte[] body) throws IOException {
        Map<String, UnknownFieldSet> families = new TreeMap<>();
        InputStream in = new ByteArrayInputStream(body);
        UnknownFieldSet.Builder family = UnknownFieldSet.newBuilder();
        while (family.mergeDelimitedFrom(in)) {
            UnknownFieldSet whole = family.build();
            families.put(
                    whole.getField(FAMILY_NAME).getLengthDelimitedList().get(0).toStringUtf8(), whole);
            family = UnknownFieldSet.newBuilder();
        }
        return families;
    }

    private static UnknownFieldSet message(UnknownFieldSet outer, int field) throws IOException {
        return UnknownFieldSet.parseFrom(
                outer.getField(field).getLengthDelimitedList().get(0));
    }
}
