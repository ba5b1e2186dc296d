package io.narrows.proxy.capture;

import io.narrows.config.Capture;

/** A listening socket of one capture. */
interface CaptureServer extends AutoCloseable {
    /** The capture that it serves. */
    Capture capture();

    /** Captures no more; what was captured goes on. */
    @Override
    void close();
}
