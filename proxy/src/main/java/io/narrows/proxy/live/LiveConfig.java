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

    public Config current() {
        return current;
    }

    public void replace(Config next) {
        current = next;
    }
}
