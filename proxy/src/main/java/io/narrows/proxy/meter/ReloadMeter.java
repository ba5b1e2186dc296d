package io.narrows.proxy.meter;

import java.time.Instant;

/** How the last reload of the configuration went. Thread-safe. */
public final class ReloadMeter {
    private volatile boolean lastSuccessful = true;
    private volatile Instant lastSuccess;

    /** @param loadedAt when the configuration that the process started with was read */
    public ReloadMeter(Instant loadedAt) {
        this.lastSuccess = loadedAt;
    }

    /** @param at when the configuration that is in force now was read */
    public void succeeded(Instant at) {
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

    Instant lastSuccess() {
        return lastSuccess;
    }
}
