package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.SidecarPair;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class CompressionTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "deflate,gzip ; q=1"})
    void headersThatNameGzip_acceptIt(String header) {
        assertThat(Compression.accepts(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "identity", "br", "x-gzip", "gzip;q=0", "gzip; q=0.000"})
    void otherHeaders_doNot(String header) {
        assertThat(Compression.accepts(header)).isFalse();
    }

    @Test
    void longAnswer_isGzippedForThoseWhoAcceptIt() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, "[]")) {
            pair.startA();

            HttpResponse<byte[]> plain = ask(pair, "/page/page.css", "GET", "identity");
            HttpResponse<byte[]> gzipped = ask(pair, "/page/page.css", "GET", "gzip");
            HttpResponse<byte[]> head = ask(pair, "/page/page.css", "HEAD", "gzip");

            assertThat(encoding(plain)).isEmpty();
            assertThat(encoding(gzipped)).contains("gzip");
            assertThat(unzip(gzipped.body())).isEqualTo(new String(plain.body(), StandardCharsets.UTF_8));
            assertThat(gzipped.body().length).isLessThan(plain.body().length / 2);
            assertThat(encoding(head)).contains("gzip");
            assertThat(head.headers().firstValueAsLong("content-length")).hasValue(gzipped.body().length);
        }
    }

    @Test
    void shortAnswer_isSentAsItIs() throws Exception {
        try (SidecarPair pair = new SidecarPair(folder, 1, "[]")) {
            pair.startA();

            HttpResponse<byte[]> answer = ask(pair, "/healthz", "GET", "gzip");

            assertThat(encoding(answer)).isEmpty();
            assertThat(answer.body()).asString().isEqualTo("alive\n");
        }
    }

    private static HttpResponse<byte[]> ask(SidecarPair pair, String path, String method, String accepted)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        request(pair, "a", path)
                                .method(method, BodyPublishers.noBody())
                                .header("Accept-Encoding", accepted)
                                .build(),
                        BodyHandlers.ofByteArray());
    }

    private static Optional<String> encoding(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("content-encoding");
    }

    private static String unzip(byte[] gzipped) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzipped))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
