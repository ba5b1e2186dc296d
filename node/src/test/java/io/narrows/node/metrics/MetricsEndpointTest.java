package io.narrows.node.metrics;

import static io.narrows.node.metrics.StatisticsSample.family;
import static io.narrows.node.metrics.StatisticsSample.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.narrows.storage.db.CodecStatistics;
import io.narrows.storage.db.DbStatistics;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class MetricsEndpointTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final HttpClient http = HttpClient.newHttpClient();
    private final StoreMetrics store = new StoreMetrics(this::statistics, 0.08);
    private volatile IOException failure;
    private volatile String family = "default";
    private MetricsEndpoint endpoint;

    @BeforeEach
    void serve() throws IOException {
        endpoint = MetricsEndpoint.serve(ANY_PORT);
        endpoint.show(store);
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void getMetrics_isTheTextOfPrometheus() throws Exception {
        HttpResponse<String> answer = send("/metrics", "GET");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body())
                .contains(
                        "# HELP narrows_store_stored_bytes Size of the files.\n",
                        "# TYPE narrows_store_stored_bytes gauge\n",
                        "narrows_store_stored_bytes{codec=\"lz4\",family=\"default\",level=\"3\"} 200.0\n",
                        "# TYPE narrows_store_wal_bytes_total counter\n",
                        "narrows_store_wal_bytes_total 1100.0\n");
    }

    @Test
    void prometheus_getsOpenMetricsInGzip() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("/metrics"))
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
                .header("Accept-Encoding", "gzip")
                .build();

        HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(new GZIPInputStream(answer.body()).readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .contains("# TYPE narrows_store_wal_bytes counter\n", "narrows_store_wal_bytes_total 1100.0\n")
                .endsWith("# EOF\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "gzip;q=0", "br, gzip; q=0.0"})
    void scraperThatDoesNotTakeGzip_getsNone(String acceptEncoding) {
        assertThat(new ScrapeRequest("", acceptEncoding).acceptsGzip()).isFalse();
    }

    @Test
    void storeThatIsClosed_makesRoomForTheNext() throws Exception {
        store.close();
        assertThat(send("/metrics", "GET").body()).isEmpty();

        endpoint.show(new StoreMetrics(() -> StatisticsSample.of(family("next")), 0.08));
        assertThat(send("/metrics", "GET").body())
                .contains("narrows_store_memtable_bytes{family=\"next\"}")
                .doesNotContain("\"default\"");
    }

    @Test
    void otherPaths_areNotFound() throws Exception {
        assertThat(send("/metrics/more", "GET").statusCode()).isEqualTo(404);
        assertThat(send("/", "GET").statusCode()).isEqualTo(404);
    }

    @Test
    void otherMethods_areNotAllowed() throws Exception {
        HttpResponse<String> answer = send("/metrics", "POST");

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
    }

    @Test
    void scrapes_areOfNow() throws Exception {
        send("/metrics", "GET");
        family = "later";

        assertThat(send("/metrics", "GET").body())
                .contains("{family=\"later\"}")
                .doesNotContain("\"default\"");
    }

    @Test
    void storeThatFails_isAnErrorOfTheServer() throws Exception {
        failure = new IOException("000012.sst: damaged");

        HttpResponse<String> answer = send("/metrics", "GET");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("000012.sst: damaged");
    }

    @Test
    void addressInUse_isNamed() {
        assertThatIOException()
                .isThrownBy(() -> MetricsEndpoint.serve(endpoint.address()))
                .withMessageStartingWith("cannot serve metrics on ")
                .withMessageContaining(":" + endpoint.address().getPort() + ": ");
    }

    @Test
    void closed_servesNoMore() throws IOException {
        endpoint.close();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next());
        endpoint = MetricsEndpoint.serve(address);
        endpoint.close();

        assertThatIOException().isThrownBy(() -> send("/metrics", "GET"));
        endpoint = MetricsEndpoint.serve(address);
    }

    private DbStatistics statistics() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return StatisticsSample.of(family(family, level(3, new CodecStatistics("lz4", 1, 400, 200))));
    }

    private URI uri(String path) {
        InetSocketAddress address = endpoint.address();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + path);
    }

    private HttpResponse<String> send(String path, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .method(method, BodyPublishers.noBody())
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
