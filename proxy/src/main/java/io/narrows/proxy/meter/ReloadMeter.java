package io.narrows.proxy.meter;

import java.time.Instant;
import java.util.List;

/** How the last reload of the configuration went. Thread-safe. */
public final class ReloadMeter {
    private volatile boolean lastSuccessful = true;
    private volatile Instant lastSuccess;
    private volatile List<String> restartKeys = List.of();

    /** @param loadedAt when the configuration that the process started with was read */
    public ReloadMeter(Instant loadedAt) {
        this.lastSuccess = loadedAt;
    }

    /**
     * @param at when the configuration that is in force now was read
     * @param keys its keys that take effect at a restart
     */
    public void succeeded(Instant at, List<String> keys) {
        restartKeys = List.copyOf(keys);
        lastSuccess = at;
        lastSuccessful = true;
    }

    /** The file was refused; the configuration before it stays in force. */
    public void failed() {
        lastSuccessful = false;
    }

    /** Whether the last load was taken. */
    public boolean lastSuccessful() {
        return lastSuccessful;
    }

    /** Returns the changed keys that take effect at a restart. */
    public List<String> restartKeys() {
        return restartKeys;
    }

    /** Returns when the configuration in force was read. */
    public Instant lastSuccess() {
        return lastSuccess;
    }
}
