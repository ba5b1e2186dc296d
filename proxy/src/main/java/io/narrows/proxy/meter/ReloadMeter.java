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

    public void succeeded(Instant at) {
        lastSuccess = at;
        lastSuccessful = true;
    }

    public void failed() {
        lastSuccessful = false;
    }

    public boolean lastSuccessful() {
        return lastSuccessful;
    }

    Instant lastSuccess() {
        return lastSuccess;
    }
}
