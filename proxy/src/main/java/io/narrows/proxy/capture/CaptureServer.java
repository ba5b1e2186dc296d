package io.narrows.proxy.capture;

import io.narrows.config.Capture;

/** A listening socket of one capture. */
interface CaptureServer extends AutoCloseable {
    /** The capture that it serves. */
    Capture capture();

    /** The port in use, also where the configuration left the choice to the system. */
    int port();

    /** Captures no more; what was captured goes on. */
    @Override
    void close();
}
