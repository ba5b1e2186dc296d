package io.narrows.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.etcd.AlarmRequest;
import io.narrows.node.etcd.AlarmRequest.AlarmAction;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.etcd.PutRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EtcdPagesTest {
    @TempDir
    private Path directory;

    @AutoClose
    private ServedNode node;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeEach
    void serve() throws IOException {
        node = new ServedNode(directory);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(path, "GET");
    }

    private HttpResponse<String> send(String path, String method) throws Exception {
        URI uri = URI.create("http://" + ServedNode.target(node.server()) + path);
        return http.send(
                HttpRequest.newBuilder(uri)
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private void raise(AlarmType type) throws Exception {
        AlarmRequest alarm = AlarmRequest.newBuilder()
                .setAction(AlarmAction.ACTIVATE)
                .setMemberID(5)
                .setAlarm(type)
                .build();
        node.replica().propose(Command.newBuilder().setAlarm(alarm).build()).get(20, TimeUnit.SECONDS);
    }

    @Test
    void version_isThatOfTheApi() throws Exception {
        HttpResponse<String> answer = get("/version");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).isEqualTo("{\"etcdserver\":\"3.5.15\",\"etcdcluster\":\"3.5.0\"}");
    }

    @Test
    void health_isTrue_afterALinearizableRead() throws Exception {
        HttpResponse<String> answer = get("/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"health\":\"true\",\"reason\":\"\"}");
        assertThat(node.replica().barriers()).isEqualTo(1);
    }

    @Test
    void healthWithoutALeader_isFalse_butOfTheMemberAlone() throws Exception {
        node.replica().leader(Optional.empty());

        assertThat(get("/health").statusCode()).isEqualTo(503);
        assertThat(get("/health").body()).isEqualTo("{\"health\":\"false\",\"reason\":\"RAFT NO LEADER\"}\n");
        assertThat(get("/health?serializable=true").statusCode()).isEqualTo(200);
        assertThat(get("/livez").body()).isEqualTo("ok\n");
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body())
                .contains(
                        "[+]data_corruption ok\n",
                        "[+]serializable_read ok\n",
                        "[-]linearizable_read failed: etcdserver: no leader\n");
        assertThat(get("/readyz?exclude=linearizable_read").statusCode()).isEqualTo(200);
    }

    @Test
    void alarm_isAReason_unlessItIsExcluded() throws Exception {
        raise(AlarmType.NOSPACE);

        assertThat(get("/health").body()).isEqualTo("{\"health\":\"false\",\"reason\":\"ALARM NOSPACE\"}\n");
        assertThat(get("/health?exclude=NOSPACE").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        raise(AlarmType.CORRUPT);
        assertThat(get("/health?exclude=NOSPACE").body()).contains("ALARM CORRUPT");
        assertThat(get("/readyz/data_corruption").statusCode()).isEqualTo(503);
    }

    @Test
    void checks_areShownOnRequest() throws Exception {
        assertThat(get("/livez?verbose").body()).isEqualTo("[+]serializable_read ok\nok\n");
        assertThat(get("/livez/serializable_read").body()).isEqualTo("ok\n");
        assertThat(get("/livez/linearizable_read").statusCode()).isEqualTo(404);
    }

    @Test
    void metrics_areThoseOfTheBackend() throws Exception {
        node.kv()
                .put(PutRequest.newBuilder()
                        .setKey(ByteString.copyFromUtf8("a"))
                        .build());

        HttpResponse<String> answer = get("/metrics");

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body())
                .contains(
                        "grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"Put\",grpc_service=\"etcdserverpb.KV\","
                                + "grpc_type=\"unary\"} 1.0\n");
    }

    @Test
    void prometheus_getsOpenMetricsInGzip() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + ServedNode.target(node.server()) + "/metrics"))
                .header("Accept", "application/openmetrics-text;version=1.0.0,*/*;q=0.1")
                .header("Accept-Encoding", "gzip")
                .build();

        HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(answer.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(new GZIPInputStream(answer.body()).readAllBytes())
                .asString(StandardCharsets.UTF_8)
                .endsWith("# EOF\n");
    }

    @Test
    void otherPathsAndMethods_areRefused() throws Exception {
        assertThat(get("/v2/keys").statusCode()).isEqualTo(404);
        HttpResponse<String> posted = send("/health", "POST");
        assertThat(posted.statusCode()).isEqualTo(405);
        assertThat(posted.headers().firstValue("Allow")).hasValue("GET");
    }

    @Test
    void bytesThatAreNoProtocol_areABadRequest() throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(node.server().addresses().get(0) instanceof InetSocketAddress address ? address : null);
            socket.getOutputStream().write("PRI nothing\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();

            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 400");
        }
    }

    /** gRPC's server also tracks this connection, and closes it. */
    @Test
    void openConnection_endsWithTheServer() throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(node.server().addresses().get(0) instanceof InetSocketAddress address ? address : null);
            socket.getOutputStream()
                    .write("GET /version HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');

            node.server().close();

            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).startsWith("TTP/1.1 200");
        }
    }
}
