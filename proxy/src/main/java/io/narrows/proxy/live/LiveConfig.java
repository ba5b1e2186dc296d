package io.narrows.proxy.live;

import io.narrows.config.Config;

/**
 * The active configuration. Readers compare it with the last reference that they saw to detect changes. Safe for use by
 * many threads.
 */
public final class LiveConfig {
    /** Nanoseconds after which a policy with varying conditions is evaluated again. */
    public static final long DECISION_INTERVAL = 1_000_000_000;

    private volatile Config current;

    public LiveConfig(Config first) {
        this.current = first;
    }

    /** Returns the active configuration; keep it for the duration of one decision. */
    public Config current() {
        return current;
    }

    /** Activates a new configuration, which readers see on their next call. */
    public void replace(Config next) {
        current = next;
    }
}
