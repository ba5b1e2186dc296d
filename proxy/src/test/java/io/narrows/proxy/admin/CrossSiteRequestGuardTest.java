package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CrossSiteRequestGuardTest {
    private static final String LOOPBACK = "127.0.1.1";
    private static final String REACHABLE = "10.0.0.5";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:9901",
                "[::1]:9901",
                "[::1]",
                "localhost:8080",
                "LOCALHOST",
                "narrows.localhost",
                "db-1:9901",
                "Machine-1:9901",
                "admin.internal:9901"
            })
    void loopback_isAskedByAddressesAndNamesOfTheNode(String host) throws Exception {
        assertThat(objection(LOOPBACK, HttpMethod.GET, "Host", host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rebound.example:9901",
                "localhost.rebound.example",
                "db-1.rebound.example",
                "notlocalhost",
                "::1",
                ""
            })
    void loopback_isNotAskedByOtherNames(String host) throws Exception {
        assertThat(objection(LOOPBACK, HttpMethod.GET, "Host", host))
                .get()
                .extracting(refused -> refused.status().code())
                .isEqualTo(421);
    }

    @Test
    void secondHost_isLookedAtToo() throws Exception {
        assertThat(objection(LOOPBACK, HttpMethod.GET, "Host", "localhost", "Host", "rebound.example"))
                .isPresent();
    }

    @Test
    void programWithoutHost_isAnswered() throws Exception {
        assertThat(objection(LOOPBACK, HttpMethod.GET)).isEmpty();
    }

    @Test
    void otherAddresses_areAskedByNamesOfServices() throws Exception {
        assertThat(objection(REACHABLE, HttpMethod.GET, "Host", "etcd-1.etcd:9901"))
                .isEmpty();
        assertThat(objection(REACHABLE, HttpMethod.POST, "Host", "etcd-1.etcd:9901"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {LOOPBACK, REACHABLE})
    void postOfAPage_isRefused_evenOfOneOfTheSameName(String arrivedAt) throws Exception {
        assertThat(objection(arrivedAt, HttpMethod.POST, "Host", "db-1:9901", "Origin", "http://db-1:9901"))
                .get()
                .extracting(refused -> refused.status().code())
                .isEqualTo(403);
    }

    @Test
    void nodeNamedLikeItsHost_isAskedByThatName() throws Exception {
        Config config = config("db-1", "db-1");
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/metrics");
        request.headers().add("Host", "db-1:9901");

        assertThat(CrossSiteRequestGuard.objection(request, InetAddress.getByName(LOOPBACK), config))
                .isEmpty();
    }

    private Optional<Response> objection(String arrivedAt, HttpMethod method, String... headers)
            throws ConfigException, UnknownHostException {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, "/metrics");
        for (int i = 0; i < headers.length; i += 2) {
            request.headers().add(headers[i], headers[i + 1]);
        }
        return CrossSiteRequestGuard.objection(request, InetAddress.getByName(arrivedAt), config("db-1", "machine-1"));
    }

    private Config config(String id, String host) throws ConfigException {
        return ConfigLoader.parse("db-1.yaml", """
                version: 1
                node: {id: %s, region: r, zone: z, host: %s}
                link: {listen: 127.0.0.1:15000}
                targets: {work: 127.0.0.1:1}
                peers: [{id: db-2, region: r, zone: y, host: machine-2, link: 127.0.0.1:15001}]
                admin: {listen: admin.internal:9901}
                """.formatted(id, host), folder);
    }
}
