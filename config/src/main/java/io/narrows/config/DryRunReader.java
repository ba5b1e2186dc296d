package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;

/** Reads {@code dry-run}, and {@code allow-downgrade} beside it. */
final class DryRunReader {
    private static final String KEY = "dry-run";
    private static final String DOWNGRADE = "allow-downgrade";

    private final YamlMap root;

    DryRunReader(YamlMap root) {
        this.root = root;
    }

    DryRun read() {
        if (root.has(DOWNGRADE) && !root.has(KEY)) {
            root.wrongKey(DOWNGRADE, "allow-downgrade without dry-run", "dry-run: true, or allow-downgrade in a peer");
        }
        return new DryRun(
                root.read(KEY, YamlValue::bool).orElse(false),
                root.read(DOWNGRADE, YamlValue::bool).orElse(false));
    }

    /** Checks that the connections have an address to go to, and may go in plain text. */
    void check(Config config) {
        if (!config.dryRun().active()) {
            return;
        }
        FallbackChecks.checkDowngrade(
                root, KEY, "dry-run", config.link(), config.dryRun().allowDowngrade(), "beside it");
        for (Capture capture : config.captures()) {
            capture.asListener()
                    .ifPresent(listener -> config.peer(listener.peer())
                            .ifPresent(peer -> FallbackChecks.checkAddress(root, KEY, "dry-run", peer, listener)));
        }
    }
}
