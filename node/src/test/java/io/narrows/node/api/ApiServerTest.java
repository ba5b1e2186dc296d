package io.narrows.node.api;

import static io.narrows.node.api.ServedNode.assertRefused;
import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.metrics.Exposition;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.support.LocalReplica;
import io.narrows.node.watch.WatchHub;
import io.narrows.node.watch.WatchOptions;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ApiServerTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private LocalReplica replica;
    private ApiBackend backend;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        WatchHub watches = new WatchHub(keyspace, WatchOptions.DEFAULT);
        replica = new LocalReplica(keyspace, watches);
        backend = new ApiBackend(
                ServedNode.CLUSTER,
                keyspace,
                replica,
                watches,
                sink -> {},
                ServedNode.quota(keyspace, replica, Long.MAX_VALUE),
                new Learnership(keyspace, LocalReplica.ADDRESS),
                new Exposition());
    }

    @AfterEach
    void close() throws IOException {
        backend.watches().close();
        replica.close();
        keyspace.close();
    }

    private ApiServer serve(Optional<ApiTls> tls) throws IOException {
        return ApiServer.start(new ApiOptions(List.of(ServedNode.ANY_PORT), tls, 2), backend);
    }

    private static SSLContext tls(Path trusted, KeyManager... identity) throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null);
        try (InputStream pem = Files.newInputStream(trusted)) {
            store.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        trust.init(store);
        tls.init(identity, trust.getTrustManagers(), null);
        return tls;
    }

    private static String versionOver(ApiServer server, SSLContext tls, HttpClient.Version version) throws Exception {
        HttpClient http =
                HttpClient.newBuilder().version(version).sslContext(tls).build();
        URI uri = URI.create("https://" + ServedNode.target(server) + "/version");
        return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    /** A client that supports HTTP/2 as well, like curl and Prometheus, gets HTTP/1.1; gRPC clients get HTTP/2. */
    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void pages_areServedOverTls(HttpClient.Version version) throws Exception {
        SelfSigned self = SelfSigned.localhost("server", directory);

        try (ApiServer server = serve(Optional.of(new ApiTls(self.cert(), self.key(), Optional.empty())))) {
            assertThat(versionOver(server, tls(self.cert()), version)).contains("\"etcdserver\":\"3.5.15\"");
            putOver(
                    server,
                    TlsChannelCredentials.newBuilder()
                            .trustManager(self.cert().toFile())
                            .build());
        }
    }

    private static void putOver(ApiServer server, ChannelCredentials credentials) throws InterruptedException {
        ManagedChannel channel =
                Grpc.newChannelBuilder(ServedNode.target(server), credentials).build();
        try {
            KVGrpc.newBlockingStub(channel).put(put("a", "1"));
        } finally {
            channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void tls_isServed() throws Exception {
        SelfSigned self = SelfSigned.localhost("server", directory);

        try (ApiServer server = serve(Optional.of(new ApiTls(self.cert(), self.key(), Optional.empty())))) {
            putOver(
                    server,
                    TlsChannelCredentials.newBuilder()
                            .trustManager(self.cert().toFile())
                            .build());
        }

        assertThat(keyspace.revision()).isEqualTo(2);
    }

    @Test
    void clientCa_letsInWhoHasACertificateByIt() throws Exception {
        SelfSigned self = SelfSigned.localhost("server", directory);
        SelfSigned known = SelfSigned.localhost("known", directory);
        SelfSigned unknown = SelfSigned.localhost("unknown", directory);
        ApiTls tls = new ApiTls(self.cert(), self.key(), Optional.of(known.cert()));

        try (ApiServer server = serve(Optional.of(tls))) {
            putOver(server, credentials(self, known));
            assertRefused(() -> putOver(server, credentials(self, unknown)), Status.Code.UNAVAILABLE, "");
            assertRefused(() -> putOver(server, InsecureChannelCredentials.create()), Status.Code.UNAVAILABLE, "");
        }

        assertThat(keyspace.revision()).isEqualTo(2);
    }

    @Test
    void changedCertificates_areUsedWithoutARestart() throws Exception {
        SelfSigned first = SelfSigned.localhost("first", directory);
        SelfSigned next = SelfSigned.localhost("next", directory);
        SelfSigned known = SelfSigned.localhost("known", directory);
        Path ca = Files.copy(first.cert(), directory.resolve("ca.pem"));
        ApiTls tls = new ApiTls(first.cert(), first.key(), Optional.of(ca));

        try (ApiServer server = serve(Optional.of(tls))) {
            putOver(server, credentials(first, first));
            ChannelCredentials later = credentials(next, known);
            assertRefused(() -> putOver(server, later), Status.Code.UNAVAILABLE, "");

            Files.copy(next.cert(), first.cert(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(next.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(known.cert(), ca, StandardCopyOption.REPLACE_EXISTING);

            await().ignoreExceptionsInstanceOf(StatusRuntimeException.class).until(() -> {
                putOver(server, later);
                return true;
            });
        }
    }

    /** A resumed session has no certificate of the client to be checked. */
    @Test
    void sessionOfAClient_isNotResumed_onceItsCaIsReplaced() throws Exception {
        SelfSigned self = SelfSigned.localhost("server", directory);
        SelfSigned former = SelfSigned.localhost("former", directory);
        SelfSigned known = SelfSigned.localhost("known", directory);
        Path ca = Files.copy(former.cert(), directory.resolve("ca.pem"));
        AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
        identity.updateIdentityCredentials(former.cert().toFile(), former.key().toFile());
        SSLContext client = tls(self.cert(), identity);

        try (ApiServer server = serve(Optional.of(new ApiTls(self.cert(), self.key(), Optional.of(ca))))) {
            assertThat(versionOver(server, client, HttpClient.Version.HTTP_1_1)).contains("etcdserver");

            Files.copy(known.cert(), ca, StandardCopyOption.REPLACE_EXISTING);
            await().ignoreExceptionsInstanceOf(StatusRuntimeException.class).until(() -> {
                putOver(server, credentials(self, known));
                return true;
            });

            assertThatIOException().isThrownBy(() -> versionOver(server, client, HttpClient.Version.HTTP_1_1));
        }
    }

    private static ChannelCredentials credentials(SelfSigned server, SelfSigned client) throws IOException {
        return TlsChannelCredentials.newBuilder()
                .trustManager(server.cert().toFile())
                .keyManager(client.cert().toFile(), client.key().toFile())
                .build();
    }

    @Test
    void fileOfTlsThatIsMissing_isNamed() {
        Path missing = directory.resolve("missing.pem");

        assertThatIOException()
                .isThrownBy(() -> serve(Optional.of(new ApiTls(missing, missing, Optional.empty()))))
                .withMessageContaining("missing.pem");
    }

    @Test
    void addressInUse_isNamed() throws Exception {
        try (ApiServer first = serve(Optional.empty())) {
            InetSocketAddress taken = (InetSocketAddress) first.addresses().get(0);

            assertThatIOException()
                    .isThrownBy(() -> ApiServer.start(new ApiOptions(List.of(taken), Optional.empty(), 2), backend))
                    .withMessageContaining(Integer.toString(taken.getPort()));
        }
    }

    @Test
    void everyAddress_isListenedOn() throws Exception {
        ApiOptions two = new ApiOptions(List.of(ServedNode.ANY_PORT, ServedNode.ANY_PORT), Optional.empty(), 2);

        try (ApiServer server = ApiServer.start(two, backend)) {
            assertThat(server.addresses()).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void optionsOutOfRange_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiOptions(List.of(), Optional.empty(), 2))
                .withMessageContaining("listen");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ApiOptions(List.of(ServedNode.ANY_PORT), Optional.empty(), 0))
                .withMessageContaining("minLeaseTtl: 0 s");
    }

    private static ClientInterceptor wantsLeader() {
        Metadata metadata = new Metadata();
        metadata.put(Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER), "true");
        return MetadataUtils.newAttachHeadersInterceptor(metadata);
    }

    @Test
    void clientsThatWantALeader_areToldThatThereIsNone() throws Exception {
        RangeRequest serializable = get("a").toBuilder().setSerializable(true).build();
        try (ServedNode node = new ServedNode(directory.resolve("other"))) {
            node.replica().leader(Optional.empty());

            assertThat(node.kv().range(serializable).getCount()).isZero();
            assertRefused(() -> node.kv().withInterceptors(wantsLeader()).range(serializable), EtcdError.NO_LEADER);
            StreamRecorder<WatchResponse> watch = new StreamRecorder<>();
            node.watches().withInterceptors(wantsLeader()).watch(watch);
            assertRefused(watch::awaitEnd, EtcdError.NO_LEADER);
        }
    }

    @Test
    void streamsThatWantALeader_endWhenItIsLost() throws Exception {
        try (ServedNode node = new ServedNode(directory.resolve("other"))) {
            StreamRecorder<WatchResponse> bound = new StreamRecorder<>();
            StreamRecorder<WatchResponse> free = new StreamRecorder<>();
            node.watches().withInterceptors(wantsLeader()).watch(bound).onNext(watching("a"));
            node.watches().watch(free).onNext(watching("a"));
            bound.next();
            free.next();
            node.kv().put(put("a", "1"));
            bound.next();
            free.next();

            node.replica().leader(Optional.empty());

            assertRefused(bound::awaitEnd, EtcdError.NO_LEADER);
            node.replica().leader(Optional.of(LocalReplica.ADDRESS));
            node.kv().put(put("a", "2"));
            assertThat(free.next().getEventsCount()).isOne();
        }
    }

    @Test
    void streamsThatWantALeader_endWhenItIsLost_afterACheckThatFailed() throws Exception {
        try (ServedNode node = new ServedNode(directory.resolve("other"))) {
            StreamRecorder<WatchResponse> bound = new StreamRecorder<>();
            node.watches().withInterceptors(wantsLeader()).watch(bound).onNext(watching("a"));
            bound.next();

            node.replica().failNextStatus();
            await().until(node.replica()::statusHasFailed);
            node.replica().leader(Optional.empty());

            assertRefused(bound::awaitEnd, EtcdError.NO_LEADER);
        }
    }

    private static WatchRequest watching(String key) {
        return WatchRequest.newBuilder()
                .setCreateRequest(WatchCreateRequest.newBuilder().setKey(bytes(key)))
                .build();
    }

    @Test
    void missingServices_areReportedByName() throws Exception {
        MethodDescriptor<Empty, Empty> enable = MethodDescriptor.<Empty, Empty>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("etcdserverpb.Auth/AuthEnable")
                .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .build();
        try (ServedNode node = new ServedNode(directory.resolve("other"))) {
            assertRefused(
                    () -> ClientCalls.blockingUnaryCall(
                            node.channel(), enable, CallOptions.DEFAULT, Empty.getDefaultInstance()),
                    Status.Code.UNIMPLEMENTED,
                    "etcdserverpb.Auth/AuthEnable");
        }
    }

    /** Not CANCELLED, after which etcd's client would resend a write to another member. */
    @Test
    void callsWithoutAnAnswer_areToldThatTheServerStops() throws Exception {
        try (ServedNode node = new ServedNode(directory.resolve("other"))) {
            StreamRecorder<WatchResponse> watch = new StreamRecorder<>();
            node.watches().watch(watch).onNext(watching("a"));
            watch.next();
            node.replica().fallSilent();
            StreamRecorder<PutResponse> write = new StreamRecorder<>();
            KVGrpc.newStub(node.channel()).put(put("a", "1"), write);
            watch.next();

            node.server().close();

            assertRefused(write::awaitEnd, EtcdError.STOPPED);
            assertRefused(watch::awaitEnd, EtcdError.STOPPED);
        }
    }
}
