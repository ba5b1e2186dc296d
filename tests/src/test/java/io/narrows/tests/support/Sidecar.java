package io.narrows.tests.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A sidecar as users run it: {@code bin/narrows run}, a process on its node's host. */
public final class Sidecar {
    /** File for {@code admin.token-file}, relative to the configuration. */
    public static final String TOKEN_FILE = "admin.token";

    private static final String TOKEN = "a-token-of-the-end-to-end-tests";

    private static final String PREFER = """
            renice -n -20 -p $(ls /proc/$0/task)
            for name in $(grep -lx "$1" /proc/$0/task/*/comm); do
              task=${name%/comm}
              chrt --other --pid 0 ${task##*/}
            done
            true
            """;

    /** The kernel cuts longer ones. */
    private static final int LONGEST_THREAD_NAME = 15;

    /** The launcher of this tree or of another one, so that a benchmark can measure an earlier version. */
    private static final Path LAUNCHER = Path.of(System.getenv().getOrDefault("NARROWS_LAUNCHER", "../bin/narrows"))
            .toAbsolutePath()
            .normalize();

    /** The first start of a build also creates the archive that speeds up later starts. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private final Host host;
    private final Path configFile;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private Server server;

    private final String jvmOptions;
    private final List<String> wrapper;
    private final List<String> options;

    private Sidecar(Host host, Path configFile, String jvmOptions, List<String> wrapper, List<String> options) {
        this.host = host;
        this.configFile = configFile;
        this.jvmOptions = jvmOptions;
        this.wrapper = wrapper;
        this.options = options;
    }

    /** Starts a sidecar and waits until it is ready. */
    public static Sidecar start(Host host, SidecarConfig config) throws IOException {
        return start(host, config.reloadable().toYaml(), "");
    }

    /** Starts a sidecar with any configuration, and with options for its JVM. */
    public static Sidecar start(Host host, String yaml, String jvmOptions) throws IOException {
        return start(host, yaml, jvmOptions, List.of());
    }

    /** Starts a sidecar that may neither administer the network nor send raw packets. */
    public static Sidecar startUnprivileged(Host host, String yaml) throws IOException {
        return start(host, yaml, "", List.of("setpriv", "--bounding-set", "-net_admin,-net_raw"));
    }

    private static Sidecar start(Host host, String yaml, String jvmOptions, List<String> wrapper) throws IOException {
        writeToken(host);
        Path configFile = Files.writeString(host.directory().resolve("narrows.yaml"), yaml);
        Sidecar sidecar = new Sidecar(host, configFile, jvmOptions, wrapper, List.of());
        sidecar.start();
        return sidecar;
    }

    /** Starts a sidecar with any configuration, without waiting until it is ready. */
    public static Sidecar launch(Host host, String yaml) throws IOException {
        writeToken(host);
        Path configFile = Files.writeString(host.directory().resolve("narrows.yaml"), yaml);
        Sidecar sidecar = new Sidecar(host, configFile, "", List.of(), List.of());
        sidecar.launch();
        return sidecar;
    }

    /** Writes {@link #TOKEN_FILE} for a sidecar that something else starts. */
    public static void writeToken(Host host) throws IOException {
        Files.writeString(host.directory().resolve(TOKEN_FILE), TOKEN);
    }

    /** Starts one node of a file that several hosts share, without waiting until it is ready. */
    public static Sidecar launch(Host host, Path sharedFile, String node) {
        Sidecar sidecar = new Sidecar(host, sharedFile, "", List.of(), List.of("--node", node));
        sidecar.launch();
        return sidecar;
    }

    /** Starts a sidecar with a file that several hosts share and that takes the node from NODE_ID, without waiting. */
    public static Sidecar launchAs(Host host, Path sharedFile, String nodeId) {
        Sidecar sidecar = new Sidecar(host, sharedFile, "", List.of("env", "NODE_ID=" + nodeId), List.of());
        sidecar.launch();
        return sidecar;
    }

    /** Starts it again after its end, with the same configuration, and waits until it is ready. */
    public void start() {
        launch();
        awaitReady();
    }

    private void launch() {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                "env",
                "NARROWS_JAVA_OPTS=" + (System.getenv().getOrDefault("NARROWS_JAVA_OPTS", "") + " " + jvmOptions),
                LAUNCHER.toString(),
                "run",
                "--config",
                configFile.toString()));
        command.addAll(options);
        server = host.start("narrows", command);
    }

    /** Waits until it is ready. */
    public void awaitReady() {
        Awaitility.await("sidecar of " + host.name())
                .atMost(START_LIMIT)
                .failFast(this::throwIfEnded)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> get("/readyz").statusCode() == 200);
    }

    private void throwIfEnded() {
        if (!server.isAlive()) {
            throw new IllegalStateException("sidecar of " + host.name() + " has ended:\n" + log());
        }
    }

    /** Returns the active configuration. */
    public String config() throws IOException {
        return Files.readString(configFile);
    }

    /** Activates a different configuration. The initial one must name {@link #TOKEN_FILE}. */
    public void reload(String yaml) throws IOException {
        Files.writeString(configFile, yaml);
        HttpResponse<String> answer = post("/-/reload", "Bearer " + TOKEN);
        if (answer.statusCode() != 200) {
            throw new IOException("reload of " + host.name() + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Sends a signal like {@code kill -SIGNAL}. */
    public void signal(String name) {
        server.signal(name);
    }

    public long pid() {
        return server.pid();
    }

    /**
     * Gives the process priority over others from now on, even its threads of that name, which otherwise run on idle processors only.
     * Has no effect if the user of the tests may not do so.
     */
    public void prefer(String thread) {
        String name = thread.substring(0, Math.min(thread.length(), LONGEST_THREAD_NAME));
        Command.run("sh", "-c", PREFER, Long.toString(pid()), name);
    }

    public void kill() {
        server.kill();
    }

    public void terminate() {
        server.terminate();
    }

    public int exitCode() {
        return server.exitCode();
    }

    public boolean isAlive() {
        return server.isAlive();
    }

    public String log() {
        return server.log();
    }

    public Metrics metrics() throws IOException {
        return new Metrics(get("/metrics").body());
    }

    /** Returns the address of the admin page, as {@code host:port}. */
    public String adminAddress() {
        return host.ip() + ":" + SidecarConfig.ADMIN_PORT;
    }

    /** Requests a path of the admin page. */
    public HttpResponse<String> get(String path) throws IOException {
        return ask(request(path));
    }

    /** Posts to the admin port from another host. */
    public HttpResponse<String> post(String path, String authorization) throws IOException {
        return ask(request(path).header("Authorization", authorization).POST(BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String path) {
        URI uri = URI.create("http://%s:%d%s".formatted(host.ip(), SidecarConfig.ADMIN_PORT, path));
        return HttpRequest.newBuilder(uri).timeout(Duration.ofMinutes(1));
    }

    private HttpResponse<String> ask(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
