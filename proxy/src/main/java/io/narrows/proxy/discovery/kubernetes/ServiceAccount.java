package io.narrows.proxy.discovery.kubernetes;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The access of a pod to its cluster's API server, as Kubernetes gives it to each container. Files are read each time,
 * since the token is replaced about once an hour.
 *
 * @param environment names the server
 * @param folder has the token, the namespace and the authority of the server's certificate
 */
record ServiceAccount(Map<String, String> environment, Path folder) {
    private static final Path FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    private static final int MAX_BYTES = 1 << 20;

    ServiceAccount {
        environment = Map.copyOf(environment);
    }

    static ServiceAccount in(Map<String, String> environment) {
        return new ServiceAccount(environment, FOLDER);
    }

    /** @throws IOException if this is not a container in a cluster */
    URI server() throws IOException {
        String host = variable("KUBERNETES_SERVICE_HOST");
        String port = variable("KUBERNETES_SERVICE_PORT");
        return URI.create("https://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
    }

    private String variable(String name) throws IOException {
        String value = environment.get(name);
        if (value == null || value.isEmpty()) {
            throw new IOException("environment variable " + name + " is not set; peers from kubernetes need a pod");
        }
        return value;
    }

    Path tokenFile() {
        return folder.resolve("token");
    }

    String token() throws IOException {
        return read(tokenFile()).strip();
    }

    String namespace() throws IOException {
        return read(folder.resolve("namespace")).strip();
    }

    /** Returns the certificates of the authorities, as PEM. */
    String authorities() throws IOException {
        return read(folder.resolve("ca.crt"));
    }

    private static String read(Path file) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException(file + " is larger than 1 MiB");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new IOException(file + " does not exist; the pod needs automountServiceAccountToken: true", e);
        }
    }
}
