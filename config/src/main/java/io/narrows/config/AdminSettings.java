package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The admin port, which serves metrics, health and the savings page.
 *
 * @param exposed whether the file permits other machines to reach {@code listen}; otherwise a reachable address logs a
 *     warning
 * @param tokenFile file with the token that permits reload and drain from addresses other than loopback
 */
public record AdminSettings(HostPort listen, boolean exposed, Optional<Path> tokenFile) {
    public static final AdminSettings DEFAULT =
            new AdminSettings(new HostPort("127.0.0.1", 9901), false, Optional.empty());

    /** Returns the same settings with a different permission. */
    AdminSettings withExposed(boolean permitted) {
        return new AdminSettings(listen, permitted, tokenFile);
    }
}
