package io.narrows.proxy.discovery.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.CertificateTemplate.Created;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;

/** Plays answers of an API server over HTTPS, and keeps its requests. */
final class FakeApiServer implements AutoCloseable {
    private static final String END = "end";
    private static final String BREAK = "break";

    record Answer(int code, String body) {
        static Answer recorded(String file) {
            return new Answer(200, Recorded.answer(file));
        }

        static Answer refusal(int code, String file) {
            return new Answer(code, Recorded.answer(file));
        }
    }

    private final HttpsServer server;
    private final Path account;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<BlockingQueue<String>> watches = new CopyOnWriteArrayList<>();
    private final Map<String, Answer> nodes = new ConcurrentHashMap<>();
    private volatile Answer list = new Answer(200, "{}");
    private volatile Answer nextPage = new Answer(410, "");
    private volatile Answer refusedWatch;
    private volatile CountDownLatch nodesHeld = new CountDownLatch(0);
    private volatile String token;

    /** @param account the folder of the service account, whose files are written */
    FakeApiServer(Path account) throws Exception {
        this.account = account;
        Created certificate =
                new CertificateTemplate("api").ip("127.0.0.1").days(2).selfSigned();
        Files.copy(certificate.writeCertificate(account, "api"), account.resolve("ca.crt"));
        Files.writeString(account.resolve("namespace"), "db");
        token("first");
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(certificate)));
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static SSLContext context(Created own) throws Exception {
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("own", own.key(), password, new Certificate[] {own.certificate()});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    ServiceAccount account() {
        return new ServiceAccount(
                Map.of(
                        "KUBERNETES_SERVICE_HOST",
                        "127.0.0.1",
                        "KUBERNETES_SERVICE_PORT",
                        Integer.toString(server.getAddress().getPort())),
                account);
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Replaces the service account's token; the former one is no longer accepted. */
    void token(String next) throws IOException {
        Files.writeString(account.resolve("token"), next + "\n");
        token = next;
    }

    /** Accepts another token than that of the service account. */
    void accept(String other) {
        token = other;
    }

    void list(Answer answer) {
        list = answer;
    }

    /** Sets the answer to lists with {@code continue}. */
    void nextPage(Answer answer) {
        nextPage = answer;
    }

    void node(String name, Answer answer) {
        nodes.put(name, answer);
    }

    /** Answers no requests for nodes until the latch is released. */
    void holdNodes(CountDownLatch until) {
        nodesHeld = until;
    }

    private void hang() {
        try {
            nodesHeld.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void refuseWatches(Answer answer) {
        refusedWatch = answer;
    }

    /** Sends a line to the last watch, once there is one. */
    void send(String line) {
        awaitWatches(1);
        watches.get(watches.size() - 1).add(line);
    }

    void endWatch() {
        send(END);
    }

    /** Ends the connection of the watch, in the midst of a response. */
    void breakWatch() {
        send(BREAK);
    }

    /** Waits until as many watches were started. */
    void awaitWatches(int count) {
        Awaitility.await().until(() -> requests("watch=true").size() >= count && !watches.isEmpty());
    }

    /** Returns the number of watches that are not ended. */
    int watches() {
        return watches.size();
    }

    /** Returns the requests that contain a text. */
    List<String> requests(String part) {
        return requests.stream().filter(request -> request.contains(part)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = exchange.getRequestURI().toString();
            requests.add(request);
            if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, Answer.refusal(401, "unauthorized.json"));
            } else if (request.startsWith("/api/v1/nodes/")) {
                hang();
                String node = request.substring("/api/v1/nodes/".length());
                send(exchange, nodes.getOrDefault(node, Answer.refusal(404, "node-missing.json")));
            } else if (request.contains("watch=true")) {
                watch(exchange);
            } else {
                send(exchange, request.contains("continue=") ? nextPage : list);
            }
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.code(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void watch(HttpExchange exchange) throws IOException {
        Answer refusal = refusedWatch;
        if (refusal != null) {
            send(exchange, refusal);
            return;
        }
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        out.flush();
        watches.add(lines);
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                if (line.equals(BREAK)) {
                    throw new IOException("broken on purpose");
                }
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            watches.remove(lines);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
