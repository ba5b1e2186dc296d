package io.narrows.tests.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A member of an etcd cluster. Its peers reach it only at its host's loopback; clients, at its address. */
public final class EtcdNode {
    public static final int PEER_PORT = 2380;

    /**
     * Defines a function for scripts: etcdctl with long time limits, which are 2 s and 5 s by default, and with longer ones than the 60 s of
     * our documents, within which a busy machine may not have created the archive of the first start.
     */
    public static final String PATIENT_ETCDCTL = """
            etcdctl() {
              case "$*" in
                *-timeout=*) command etcdctl "${@/-timeout=60s/-timeout=600s}" ;;
                *) command etcdctl --dial-timeout=60s --command-timeout=60s "$@" ;;
              esac
            }
            """;

    private static final int CLIENT_PORT = 2379;
    private static final String EVERY_KEY = encode("\0");
    private static final Pattern KEY_AND_VALUE = Pattern.compile("\"key\":\"([^\"]*)\"[^}]*\"value\":\"([^\"]*)\"");

    private final Host host;
    private final List<String> command;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private Server server;

    private EtcdNode(Host host, List<String> settings) {
        this.host = host;
        String clientUrl = "http://%s:%d".formatted(host.ip(), CLIENT_PORT);
        command = new ArrayList<>(List.of(
                "etcd",
                "--data-dir=" + host.directory().resolve("etcd"),
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--logger=zap",
                "--log-level=warn"));
        command.addAll(settings);
        start();
    }

    /**
     * Starts a member with the given name and peer URLs.
     *
     * @param settings the part of the command line about its peers
     */
    public static EtcdNode withSettings(Host host, List<String> settings) {
        return new EtcdNode(host, settings);
    }

    /**
     * Starts a member; members are named after their hosts.
     *
     * @param options added to the command line
     */
    public static EtcdNode start(Host host, List<String> members, String... options) {
        return new EtcdNode(host, settings("http", host, members, options));
    }

    /** Starts a member that demands and shows certificates between members. */
    public static EtcdNode startWithPeerTls(Host host, List<String> members, Certificates.Identity own) {
        return new EtcdNode(
                host,
                settings(
                        "https",
                        host,
                        members,
                        "--peer-client-cert-auth",
                        "--peer-cert-file=" + own.cert(),
                        "--peer-key-file=" + own.key(),
                        "--peer-trusted-ca-file=" + own.ca()));
    }

    private static List<String> settings(String scheme, Host host, List<String> members, String... options) {
        String cluster = String.join(
                ",",
                members.stream().map(name -> name + "=" + peerUrl(scheme, name)).toList());
        List<String> settings = new ArrayList<>(List.of(
                "--name=" + host.name(),
                "--listen-peer-urls=" + scheme + "://127.0.0.1:" + PEER_PORT,
                "--initial-advertise-peer-urls=" + peerUrl(scheme, host.name()),
                "--initial-cluster=" + cluster));
        settings.addAll(List.of(options));
        return settings;
    }

    /** Starts it again after its end, with the same data. */
    public void start() {
        server = host.start("etcd", command);
    }

    public void kill() {
        server.kill();
    }

    public void awaitHealthy(Duration limit) {
        Awaitility.await("etcd " + host.name())
                .atMost(limit)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> send("GET", "/health", "").contains("\"health\":\"true\""));
    }

    /** Writes to a majority; throws if the outcome is unknown. */
    public void put(String key, String value) throws IOException {
        send("POST", "/v3/kv/put", "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(encode(key), encode(value)));
    }

    /** Returns all keys and values of this member, without asking the others. */
    public Map<String, String> readAll() throws IOException {
        String range = send(
                "POST",
                "/v3/kv/range",
                "{\"key\":\"%s\",\"range_end\":\"%s\",\"serializable\":true}".formatted(EVERY_KEY, EVERY_KEY));
        Map<String, String> entries = new TreeMap<>();
        Matcher matcher = KEY_AND_VALUE.matcher(range);
        while (matcher.find()) {
            entries.put(decode(matcher.group(1)), decode(matcher.group(2)));
        }
        return entries;
    }

    private String send(String method, String path, String body) throws IOException {
        URI uri = URI.create("http://%s:%d%s".formatted(host.ip(), CLIENT_PORT, path));
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofMinutes(1))
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException(path + ": " + response.statusCode() + " " + response.body());
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String peerUrl(String scheme, String name) {
        return "%s://%s:%d".formatted(scheme, name, PEER_PORT);
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
