package io.narrows.cli.advise;

import io.narrows.config.HostPort;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Asks admin ports of sidecars for their estimates. */
final class AdminClient {
    private static final int LIMIT_MILLIS = 5_000;

    private AdminClient() {}

    /** @throws IOException if there is no sidecar, or if it is one of another release */
    static Sidecar ask(HostPort admin) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://" + admin + "/what-if").toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(LIMIT_MILLIS);
        connection.setReadTimeout(LIMIT_MILLIS);
        int status = connection.getResponseCode();
        if (status != HttpURLConnection.HTTP_OK) {
            throw new IOException("/what-if responded with status " + status + " (expected: 200)");
        }
        return SidecarReader.read(
                admin.toString(), new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
