package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.get;
import static io.narrows.proxy.support.Admin.request;
import static io.narrows.proxy.support.Admin.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.RefusedPort;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page as served by the admin port, and the endpoints that only the page reads. */
@Timeout(60)
final class PageTest {
    private static final Path FILES = Path.of("src/main/resources/io/narrows/proxy/admin/page");
    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"(page/[^\"]+)\"|from '\\./([^']+)'");
    private static final Pattern OUTSIDE = Pattern.compile("(?:href|src)=\"https?:|url\\(|@import|from 'https?:");
    private static final Pattern INLINE = Pattern.compile("\\son\\w+=\"|\\sstyle=\"|<style|javascript:|innerHTML");

    private static final Pattern PRELOADED = Pattern.compile("<link rel=\"modulepreload\" href=\"([^\"]+)\">");
    private static final Pattern SCRIPT = Pattern.compile("<script[^>]*>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("'([^']+)'");

    @TempDir
    private Path folder;

    private EchoServer target;
    private SidecarPair pair;

    @BeforeEach
    void start() throws IOException {
        target = EchoServer.echoing();
        pair = new SidecarPair(folder, target.port(), "- {codec: zstd}").start();
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
        target.close();
    }

    @Test
    void everyFile_isServedWithItsTypeAndUnderTheSamePolicy() throws Exception {
        Map<String, String> types = new TreeMap<>();

        for (String path : paths()) {
            HttpResponse<String> answer = ask(path);
            types.put(path.substring(path.lastIndexOf('.') + 1), type(answer));
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(Files.readString(file(path)));
            assertThat(answer.headers().map())
                    .containsEntry("content-security-policy", List.of(Page.CONTENT_SECURITY_POLICY))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .containsEntry("cache-control", List.of("no-store"));
        }

        assertThat(types)
                .containsEntry("/", "text/html; charset=utf-8")
                .containsEntry("css", "text/css; charset=utf-8")
                .containsEntry("js", "text/javascript; charset=utf-8")
                .containsEntry("svg", "image/svg+xml");
    }

    @Test
    void otherPaths_nameNoFile() throws Exception {
        for (String path :
                List.of("/page/", "/page", "/page/index.html", "/page/../Page.class", "/page/%2e%2e/Page.class")) {
            assertThat(status(pair, "a", path)).as(path).isEqualTo(404);
        }
    }

    @Test
    void files_referOnlyToEachOther() throws IOException {
        for (String path : paths()) {
            String text = Files.readString(file(path));

            assertThat(REFERENCE.matcher(text).results().map(PageTest::referredTo))
                    .as(path)
                    .isSubsetOf(paths());
            assertThat(text).as(path).doesNotContainPattern(OUTSIDE).doesNotContainPattern(INLINE);
        }
    }

    /** Otherwise a browser discovers a module only after reading the module that imports it. */
    @Test
    void allModules_areRequestedTogether() throws IOException {
        String page = Files.readString(FILES.resolve("index.html"));

        assertThat(PRELOADED.matcher(page).results().map(module -> "/" + module.group(1)))
                .containsExactlyInAnyOrderElementsOf(
                        paths().stream().filter(path -> path.endsWith(".js")).toList());
    }

    /** A browser runs an inline script only if the policy contains its hash. */
    @Test
    void scriptInsideThePage_isTheOneThatThePolicyAllows() throws Exception {
        List<String> scripts = SCRIPT.matcher(Files.readString(FILES.resolve("index.html")))
                .results()
                .map(script -> script.group(1))
                .toList();

        assertThat(scripts).hasSize(1);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(scripts.get(0).getBytes(UTF_8));
        assertThat(Page.CONTENT_SECURITY_POLICY)
                .contains("script-src 'self' 'sha256-" + Base64.getEncoder().encodeToString(hash) + "';");
    }

    @Test
    void explanation_isOfferedForAllKnownClasses() throws IOException {
        List<String> offered = CLASS.matcher(listOfClasses(Files.readString(FILES.resolve("classes.js"))))
                .results()
                .map(name -> name.group(1))
                .toList();

        assertThat(offered)
                .containsExactlyInAnyOrderElementsOf(
                        TrafficClass.KNOWN.stream().map(TrafficClass::name).toList());
    }

    private static String listOfClasses(String script) {
        return script.lines()
                .filter(line -> line.startsWith("const KNOWN_CLASSES = "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void history_isOfTheRequestedRange() throws Exception {
        assertThat(get(pair, "a", "/history"))
                .startsWith(
                        "{\"columns\":[\"millis\",\"app_bytes\",\"wire_bytes\",\"baseline_usd\",\"wire_usd\",\"cpu_usd\",\"start_usd\"],")
                .contains(",0,0,0.0,0.0,0.0,0.0],[");
        assertThat(get(pair, "a", "/history?range=1y")).isEqualTo("range must be one of [10m, 5h, 30d]\n");
        await().untilAsserted(() -> assertThat(Pattern.compile("],\\[")
                        .matcher(get(pair, "a", "/history?range=10m"))
                        .results())
                .as("samples, of which one comes every two seconds")
                .hasSizeGreaterThan(2));
    }

    @Test
    void errors_haveTheLatestOfEachReason() throws Exception {
        Path other = Files.createDirectory(folder.resolve("refused"));
        try (RefusedPort nobody = new RefusedPort();
                SidecarPair refused = new SidecarPair(other, nobody.number(), "- {codec: zstd}").start()) {
            assertThat(get(refused, "a", "/errors")).isEqualTo("{}\n");

            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), refused.listenerPort())) {
                socket.getOutputStream().write(1);

                await().untilAsserted(() -> assertThat(get(refused, "a", "/errors"))
                        .contains("{\"target-unreachable\":[{\"millis\":")
                        .contains("\"peer\":\"b\"", "Connection refused"));
                assertThat(get(refused, "b", "/errors")).contains("\"peer\":\"a\"", "\"detail\":\"work: ");
            }
        }
    }

    private static List<String> paths() {
        return Page.endpoints().map(Endpoint::path).toList();
    }

    private static Path file(String path) {
        return path.equals("/") ? FILES.resolve("index.html") : FILES.resolveSibling(path.substring(1));
    }

    private static String referredTo(MatchResult reference) {
        return reference.group(1) != null ? "/" + reference.group(1) : "/page/" + reference.group(2);
    }

    private static String type(HttpResponse<String> answer) {
        return answer.headers().firstValue("content-type").orElseThrow();
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request(pair, "a", path).build(), BodyHandlers.ofString());
    }

    @Test
    void listOfFiles_isWhatIsThere() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            assertThat(files.map(file -> "/page/" + file.getFileName())
                            .map(path -> path.replace("/page/index.html", "/")))
                    .containsExactlyInAnyOrderElementsOf(paths());
        }
    }
}
