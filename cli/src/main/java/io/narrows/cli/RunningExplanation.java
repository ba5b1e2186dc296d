package io.narrows.cli;

import io.narrows.cli.admin.AdminClient;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Asks a running sidecar for its explanation, which includes the place that the peer announced. The answer is used only if
 * it describes traffic between the same places, since another sidecar may listen at that address.
 */
final class RunningExplanation {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final String NOTE = "place ";

    private RunningExplanation() {}

    /**
     * Adds the running sidecar's knowledge of the peer's place.
     *
     * @param explanation the explanation of the configuration alone; returned unchanged if no such sidecar answers
     */
    static String completed(String explanation, Config config, PeerId peer, String trafficClass) {
        return completed(explanation, config, peer, trafficClass, LIMIT);
    }

    /** @param limit time for the sidecar's answer */
    static String completed(String explanation, Config config, PeerId peer, String trafficClass, Duration limit) {
        try {
            String running = ask(config, peer, trafficClass, limit);
            boolean sameTraffic = firstLine(running).equals(firstLine(explanation));
            boolean saysMore = running.lines().anyMatch(line -> line.startsWith(NOTE));
            return sameTraffic && saysMore ? running : explanation;
        } catch (NoAnswerException noSidecar) {
            return explanation;
        }
    }

    private static String ask(Config config, PeerId peer, String trafficClass, Duration limit)
            throws NoAnswerException {
        String page = "/explain?peer=" + encoded(peer.value()) + "&class=" + encoded(trafficClass);
        return new AdminClient(limit).text(config.admin().listen(), page);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
