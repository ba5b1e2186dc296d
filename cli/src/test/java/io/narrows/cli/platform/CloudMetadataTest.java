package io.narrows.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.narrows.config.CloudPlace;
import io.narrows.config.UnknownPlaceException;
import io.narrows.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the metadata services of three clouds on a server that answers as each documents. */
class CloudMetadataTest {
    private static final String TOKEN = "AQAEALpHKUnoeoF0z==";
    private static final String AZURE = "/metadata/instance/compute";
    private static final String GCP = "/computeMetadata/v1/instance/zone";

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** No service listens on this port. */
    private static final String NOWHERE = "http://127.0.0.1:1";

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;
    private String base;

    /** Handles one request and returns whether it has answered. */
    private interface Answers {
        void answer(HttpExchange exchange) throws IOException;
    }

    private volatile Answers answers = exchange -> respond(exchange, 404, "");

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePort.next()), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            try (exchange) {
                answers.answer(exchange);
            }
        });
        server.start();
        base = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "us-east-1, use1-az1",
        "us-west-2, usw2-lax1-az1", // Local Zone in Los Angeles
        "us-east-1, use1-wl1-bos-wlz1" // Wavelength Zone in Boston
    })
    void aws_namesRegionAndZoneId_withAToken(String region, String zone) throws Exception {
        answers = aws(region, zone);

        assertThat(find()).isEqualTo(new CloudPlace("AWS", region, Optional.of(zone)));
        assertThat(requests).contains("PUT /latest/api/token");
    }

    @Test
    void aws_thatRefusesTokens_isNotAskedWithoutOne() {
        answers = exchange -> respond(exchange, isAws(exchange) ? 401 : 404, "");

        assertThatThrownBy(this::find)
                .isInstanceOf(UnknownPlaceException.class)
                .hasMessage("no usable answer from a cloud's metadata service (AWS at " + base
                        + ": status 401 for PUT /latest/api/token, GCP at " + base + ": status 404 for GET " + GCP
                        + ", Azure at " + base + ": status 404 for GET " + AZURE + ")");
        assertThat(requests).noneMatch(request -> request.startsWith("GET /latest"));
    }

    @Test
    void gcp_namesZone_withItsRegion() throws Exception {
        answers = exchange -> {
            boolean asked = exchange.getRequestURI().getPath().equals(GCP)
                    && "Google".equals(exchange.getRequestHeaders().getFirst("Metadata-Flavor"));
            exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
            respond(exchange, asked ? 200 : 404, "projects/123456789012/zones/europe-west1-d");
        };

        assertThat(find()).isEqualTo(new CloudPlace("GCP", "europe-west1", Optional.of("europe-west1-d")));
    }

    @Test
    void gcp_mustIdentifyItself() {
        answers = exchange -> respond(
                exchange, exchange.getRequestURI().getPath().equals(GCP) ? 200 : 404, "projects/1/zones/a-b1-c");

        assertThatThrownBy(this::find).hasMessageContaining("GCP at " + base + ": an answer without Metadata-Flavor");
    }

    @Test
    void azure_namesLocationAndZone() throws Exception {
        answers = azure("""
                {"azEnvironment": "AzurePublicCloud", "location": "westeurope", "tagsList": [{"name": "zone", "value": "9"}],
                 "plan": {"zone": "8"}, "vmId": "02aab8a4", "zone": "2"}""");

        assertThat(find()).isEqualTo(new CloudPlace("Azure", "westeurope", Optional.of("westeurope-2")));
    }

    @Test
    void azure_hasMachinesWithoutZone() throws Exception {
        answers = azure("""
                {"location": "northcentralus", "zone": ""}""");

        assertThat(find()).isEqualTo(new CloudPlace("Azure", "northcentralus", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "{", "{\"location\": {}}", "{\"location\": \"a b\", \"zone\": \"1\"}"})
    void azure_garbage_isNoPlace(String garbage) {
        answers = azure(garbage);

        assertThatThrownBy(this::find)
                .isInstanceOf(UnknownPlaceException.class)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "us east", "<html></html>", "-"})
    void aws_garbage_isNoPlace(String garbage) {
        answers = aws(garbage, garbage);

        assertThatThrownBy(this::find)
                .isInstanceOf(UnknownPlaceException.class)
                .hasMessageContaining("the region \"" + garbage + "\" is not a valid name");
    }

    @Test
    void endlessAnswer_isReadInPartOnly() {
        answers = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[64 << 10];
            try (var body = exchange.getResponseBody()) {
                while (end.getCount() > 0) {
                    body.write(block);
                }
            }
        };

        assertThatThrownBy(this::find).hasMessageContaining("more than 256 KiB");
    }

    @Test
    void redirects_areNotFollowed() {
        answers = exchange -> {
            exchange.getResponseHeaders().add("Location", base + "/elsewhere");
            respond(exchange, 302, "");
        };

        assertThatThrownBy(this::find).hasMessageContaining("status 302 for PUT /latest/api/token");
        assertThat(requests).noneMatch(request -> request.contains("elsewhere"));
    }

    @Test
    void proxies_areNotAsked() throws Exception {
        AtomicBoolean proxied = new AtomicBoolean();
        ProxySelector before = ProxySelector.getDefault();
        answers = aws("us-east-1", "use1-az1");
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<java.net.Proxy> select(java.net.URI uri) {
                proxied.set(true);
                return List.of(java.net.Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(java.net.URI uri, java.net.SocketAddress address, IOException e) {}
        });
        try {
            find();
        } finally {
            ProxySelector.setDefault(before);
        }

        assertThat(proxied).isFalse();
    }

    @Test
    void oneHangingService_delaysNoOther() throws Exception {
        Answers azure = azure("""
                {"location": "westeurope", "zone": "1"}""");
        answers = exchange -> {
            if (exchange.getRequestURI().getPath().equals(AZURE)) {
                azure.answer(exchange);
            } else {
                hang();
            }
        };

        assertThat(find().cloud()).isEqualTo("Azure");
    }

    @Test
    void silence_endsAtTheLimit() {
        answers = exchange -> hang();

        assertThatThrownBy(() -> metadata(Duration.ofMillis(300)).find())
                .hasMessage("no usable answer from a cloud's metadata service within 300 ms (AWS at " + base
                        + ": no answer; in a container, the instance needs an IMDSv2 hop limit of 2, GCP at " + base
                        + ": no answer, Azure at " + base + ": no answer)");
    }

    @Test
    void serviceThatIsNotReady_isAskedAgain() throws Exception {
        Answers ready = aws("us-east-1", "use1-az1");
        AtomicInteger tokens = new AtomicInteger();
        answers = exchange -> {
            if (exchange.getRequestMethod().equals("PUT") && tokens.incrementAndGet() < 3) {
                respond(exchange, 503, "");
            } else {
                ready.answer(exchange);
            }
        };

        assertThat(find().cloud()).isEqualTo("AWS");
        assertThat(tokens).hasValue(3);
    }

    /** As on a machine that has no route yet. */
    @Test
    void connectionThatIsRefused_isTriedAgain() throws Exception {
        answers = aws("us-east-1", "use1-az1");
        int port = server.getAddress().getPort();
        server.stop(0);
        Future<CloudPlace> place = threads.submit(this::find);

        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                answers.answer(exchange);
            }
        });
        server.start();

        assertThat(place.get().cloud()).isEqualTo("AWS");
    }

    @Test
    void nothingThatListens_isTriedUntilTheLimit() {
        server.stop(0);

        Throwable failure =
                catchThrowable(() -> metadata(Duration.ofMillis(500)).find());
        for (int seconds = 1; failure.getMessage().contains("AWS at " + base + ": no answer"); seconds *= 2) {
            Duration longer = Duration.ofSeconds(seconds); // on a busy machine, the first attempt has not ended yet
            failure = catchThrowable(() -> metadata(longer).find());
        }

        assertThat(failure)
                .hasMessageMatching("no usable answer from a cloud's metadata service within [0-9]+ m?s \\(.*")
                .hasMessageContaining("(AWS at " + base + ": cannot connect, ");
    }

    @Test
    void placeThatWasFound_isNotAskedForAgain() throws Exception {
        answers = aws("us-east-1", "use1-az1");
        Path hostName = Files.writeString(folder.resolve("hostname"), "db-1.example\n");
        MachinePlace place = new MachinePlace(metadata(PATIENCE), hostName);

        CloudPlace first = place.cloud();
        assertThat(place.host()).isEqualTo("db-1.example");
        answers = aws("eu-west-1", "euw1-az1");
        Files.writeString(hostName, "db-2.example\n");

        assertThat(place.cloud()).isEqualTo(first);
        assertThat(place.host()).isEqualTo("db-1.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "localhost.localdomain", "localhost6", "(none)", "a b"})
    void hostWithoutAName_isNoPlace(String name) throws IOException {
        Path hostName = Files.writeString(folder.resolve("hostname"), name + "\n");

        assertThatThrownBy(() -> new MachinePlace(metadata(PATIENCE), hostName).host())
                .isInstanceOf(UnknownPlaceException.class)
                .hasMessage("the host's name \"" + name + "\" does not identify it (set it with hostnamectl)");
    }

    @Test
    void environment_namesOtherAddresses() throws Exception {
        answers = aws("us-east-1", "use1-az1");
        assertThat(CloudMetadata.of(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", base + "/"), NOWHERE, PATIENCE)
                        .find()
                        .cloud())
                .isEqualTo("AWS");

        answers = exchange -> {
            exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
            respond(exchange, 200, "projects/1/zones/us-central1-a");
        };
        assertThat(CloudMetadata.of(Map.of("GCE_METADATA_HOST", base.substring("http://".length())), NOWHERE, PATIENCE)
                        .find()
                        .cloud())
                .isEqualTo("GCP");
    }

    private CloudPlace find() throws UnknownPlaceException {
        return metadata(PATIENCE).find();
    }

    private CloudMetadata metadata(Duration limit) {
        return new CloudMetadata(List.of(new AwsMetadata(base), new GcpMetadata(base), new AzureMetadata(base)), limit);
    }

    private static boolean isAws(HttpExchange exchange) {
        return exchange.getRequestURI().getPath().startsWith("/latest/");
    }

    private static Answers aws(String region, String zone) {
        return exchange -> {
            String path = exchange.getRequestURI().getPath();
            boolean withToken = TOKEN.equals(exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token"));
            boolean put = exchange.getRequestMethod().equals("PUT")
                    && exchange.getRequestHeaders().containsKey("X-aws-ec2-metadata-token-ttl-seconds");
            if (path.equals("/latest/api/token") && put) {
                respond(exchange, 200, TOKEN);
            } else if (path.equals("/latest/meta-data/placement/region") && withToken) {
                respond(exchange, 200, region);
            } else if (path.equals("/latest/meta-data/placement/availability-zone-id") && withToken) {
                respond(exchange, 200, zone);
            } else {
                respond(exchange, isAws(exchange) ? 401 : 404, "");
            }
        };
    }

    private static Answers azure(String json) {
        return exchange -> {
            boolean asked = exchange.getRequestURI().toString().equals(AZURE + "?api-version=2021-02-01&format=json")
                    && "true".equals(exchange.getRequestHeaders().getFirst("Metadata"));
            respond(exchange, asked ? 200 : 404, json);
        };
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void hang() {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
