package io.narrows.node.metrics;

import static io.narrows.node.metrics.StatisticsSample.family;
import static io.narrows.node.metrics.StatisticsSample.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.storage.db.CodecStatistics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MetricsEndpointTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final MeterBinder STORE = new StoreMetrics(
            () -> StatisticsSample.of(family("default", level(3, new CodecStatistics("lz4", 1, 400, 200)))), 0.08);

    private final HttpClient http = HttpClient.newHttpClient();
    private MetricsEndpoint endpoint;

    @BeforeEach
    void serve() throws IOException {
        endpoint = MetricsEndpoint.serve(ANY_PORT, STORE);
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
                        "# HELP narrows_store_stored_bytes Sizes of the files.\n",
                        "# TYPE narrows_store_stored_bytes gauge\n",
                        "narrows_store_stored_bytes{codec=\"lz4\",family=\"default\",level=\"3\"} 200.0\n",
                        "# TYPE narrows_store_wal_bytes_total counter\n",
                        "narrows_store_wal_bytes_total 1100.0\n");
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
    void addressInUse_isNamed() {
        assertThatIOException()
                .isThrownBy(() -> MetricsEndpoint.serve(endpoint.address(), STORE))
                .withMessageStartingWith("cannot serve metrics on ")
                .withMessageContaining(":" + endpoint.address().getPort() + ": ");
    }

    @Test
    void closed_servesNoMore() throws IOException {
        InetSocketAddress address = endpoint.address();
        endpoint.close();

        assertThatIOException().isThrownBy(() -> send("/metrics", "GET"));
        endpoint = MetricsEndpoint.serve(address, STORE);
    }

    private HttpResponse<String> send(String path, String method) throws IOException, InterruptedException {
        InetSocketAddress address = endpoint.address();
        URI uri = URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, BodyPublishers.noBody())
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
