package io.narrows.proxy.capture;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes everything on to an observer until that fails, which is logged. A fault in measuring a connection must not end the
 * connection.
 */
final class GuardedObserver implements ByteObserver {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedObserver.class);

    private @Nullable ByteObserver observer;

    GuardedObserver(ByteObserver observer) {
        this.observer = observer;
    }

    @Override
    public void sent(ByteBuf bytes) {
        ByteObserver current = observer;
        if (current != null) {
            try {
                current.sent(bytes);
            } catch (RuntimeException | Error e) {
                failed(current, e);
            }
        }
    }

    @Override
    public void received(ByteBuf bytes) {
        ByteObserver current = observer;
        if (current != null) {
            try {
                current.received(bytes);
            } catch (RuntimeException | Error e) {
                failed(current, e);
            }
        }
    }

    @Override
    public void ended() {
        ByteObserver current = observer;
        if (current != null) {
            observer = null;
            end(current);
        }
    }

    private void failed(ByteObserver failed, Throwable cause) {
        observer = null;
        LOG.atError()
                .setCause(cause)
                .log("cannot measure a connection because of an internal error; it continues without being counted");
        end(failed);
    }

    private static void end(ByteObserver observer) {
        try {
            observer.ended();
        } catch (RuntimeException | Error e) {
            LOG.atError().setCause(e).log("cannot end the measurement of a connection because of an internal error");
        }
    }
}
