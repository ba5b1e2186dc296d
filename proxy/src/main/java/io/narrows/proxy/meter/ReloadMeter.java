package io.narrows.proxy.meter;

import java.time.Instant;
import java.util.List;

/** The outcome of the last reload of the configuration. Thread-safe. */
public final class ReloadMeter {
    private volatile boolean lastSuccessful = true;
    private volatile Instant lastSuccess;
    private volatile List<String> restartKeys = List.of();

    /** @param loadedAt when the initial configuration was read */
    public ReloadMeter(Instant loadedAt) {
        this.lastSuccess = loadedAt;
    }

    /**
     * @param at when the active configuration was read
     * @param keys its keys that take effect on a restart
     */
    public void succeeded(Instant at, List<String> keys) {
        restartKeys = List.copyOf(keys);
        lastSuccess = at;
        lastSuccessful = true;
    }

    /** Records that the file was refused; the previous configuration stays active. */
    public void failed() {
        lastSuccessful = false;
    }

    /** Returns whether the last load succeeded. */
    public boolean lastSuccessful() {
        return lastSuccessful;
    }

    /** Returns the changed keys that take effect on a restart. */
    public List<String> restartKeys() {
        return restartKeys;
    }

    /** Returns when the active configuration was read. */
    public Instant lastSuccess() {
        return lastSuccess;
    }
}
