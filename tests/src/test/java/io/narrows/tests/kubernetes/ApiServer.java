package io.narrows.tests.kubernetes;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.StoreMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A kube-apiserver on a separate host that uses all members of a group as its store. Its program is found through
 * {@code PATH}.
 */
public final class ApiServer {
    /** Bearer token of an administrator. */
    public static final String TOKEN = "a-token-of-the-soak";

    /** Token of the service account {@code narrows} in the namespace {@code db}. */
    static final String PEER_TOKEN = "a-token-of-a-sidecar";

    /** Seconds until an Event expires. */
    private static final int EVENT_SECONDS = 30;

    private static final int PORT = 6443;

    private final Host host;
    private final Server server;

    private ApiServer(Host host, Server server) {
        this.host = host;
        this.server = server;
    }

    /** Starts it on all members of a group and returns immediately. */
    public static ApiServer start(Host host, List<StoreMember> members) throws IOException {
        return start(
                host,
                members.stream()
                        .map(member -> "http://" + member.host().ip() + ":"
                                + member.clientAddress().getPort())
                        .collect(Collectors.joining(",")));
    }

    /**
     * Starts it and returns immediately.
     *
     * @param store URLs of the store, separated by commas
     */
    static ApiServer start(Host host, String store) throws IOException {
        Path key = host.directory().resolve("service-account.key");
        Path tokens = host.directory().resolve("tokens.csv");
        Files.writeString(key, newKey());
        Files.writeString(
                tokens,
                TOKEN + ",admin,admin,system:masters\n" + PEER_TOKEN
                        + ",system:serviceaccount:db:narrows,narrows,\"system:serviceaccounts\"\n");
        Server server = host.start(
                "kube-apiserver",
                List.of(
                        "kube-apiserver",
                        "--etcd-servers=" + store,
                        "--etcd-compaction-interval=30s",
                        "--bind-address=" + host.ip(),
                        "--advertise-address=" + host.ip(),
                        "--secure-port=" + PORT,
                        "--cert-dir=" + host.directory().resolve("certificates"),
                        "--token-auth-file=" + tokens,
                        "--authorization-mode=RBAC",
                        "--service-account-issuer=https://kubernetes.default.svc",
                        "--service-account-key-file=" + key,
                        "--service-account-signing-key-file=" + key,
                        "--service-cluster-ip-range=10.96.0.0/16",
                        "--event-ttl=" + EVENT_SECONDS + "s"));
        return new ApiServer(host, server);
    }

    private static String newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            String lines = Base64.getMimeEncoder().encodeToString(key);
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(lines);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no RSA", e);
        }
    }

    /** Returns the URL for its clients. */
    public String url() {
        return "https://%s:%d".formatted(host.ip(), PORT);
    }

    int port() {
        return PORT;
    }

    /** Returns the file with its certificate and the one that signed it. */
    Path certificate() {
        return host.directory().resolve("certificates").resolve("apiserver.crt");
    }

    /** Ends it like a power failure. */
    void kill() {
        server.kill();
    }

    /** Returns its log so far. */
    String log() {
        return server.log();
    }

    /** @throws IllegalStateException if it has ended */
    public void requireAlive() {
        if (!server.isAlive()) {
            String log = log();
            throw new IllegalStateException(
                    "the API server has ended:\n" + log.substring(Math.max(0, log.length() - 4_000)));
        }
    }
}
