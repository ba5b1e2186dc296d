package io.narrows.proxy.live;

import io.narrows.config.Config;

/**
 * The configuration in force. Readers compare the reference they saw last: another one means that something changed.
 * Safe for use by many threads.
 */
public final class LiveConfig {
    private volatile Config current;

    public LiveConfig(Config first) {
        this.current = first;
    }

    /** The configuration in force now; keep it for as long as one decision takes. */
    public Config current() {
        return current;
    }

    /** Puts another configuration in force; everybody sees it at their next look. */
    public void replace(Config next) {
        current = next;
    }
}
