package io.narrows.cli;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Asks a running sidecar for its explanation, which includes the place that the peer announced. The answer is used only if
 * it describes traffic between the same places, since another sidecar may listen at that address.
 */
final class RunningExplanation {
    private static final int LIMIT_MILLIS = 2_000;
    private static final String NOTE = "place ";

    private RunningExplanation() {}

    /**
     * Adds the running sidecar's knowledge of the peer's place.
     *
     * @param explanation the explanation of the configuration alone; returned unchanged if no such sidecar answers
     */
    static String completed(String explanation, Config config, PeerId peer, String trafficClass) {
        try {
            String running = ask(config, peer, trafficClass);
            boolean sameTraffic = firstLine(running).equals(firstLine(explanation));
            boolean saysMore = running.lines().anyMatch(line -> line.startsWith(NOTE));
            return sameTraffic && saysMore ? running : explanation;
        } catch (IOException noSidecar) {
            return explanation;
        }
    }

    private static String ask(Config config, PeerId peer, String trafficClass) throws IOException {
        URI page = URI.create("http://" + config.admin().listen() + "/explain?peer=" + encoded(peer.value()) + "&class="
                + encoded(trafficClass));
        HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(LIMIT_MILLIS);
        connection.setReadTimeout(LIMIT_MILLIS);
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
