package io.narrows.node.mvcc;

import io.narrows.storage.db.DbListener;
import io.narrows.storage.db.StallReason;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what the engine drops or refuses on its own, and then passes the event on to another listener, as all others. */
final class EngineLog implements DbListener {
    private static final Logger LOG = LoggerFactory.getLogger(EngineLog.class);

    private final DbListener next;

    EngineLog(DbListener next) {
        this.next = next;
    }

    @Override
    public void onWalTailDropped(Path log, long offset, long bytes) {
        LOG.atWarn()
                .addKeyValue("file", log)
                .addKeyValue("offset", offset)
                .addKeyValue("bytes", bytes)
                .log(
                        "dropped the damaged end of a log of an earlier version; its entries will be replayed from the Raft log");
        next.onWalTailDropped(log, offset, bytes);
    }

    @Override
    public void onStallBegin(StallReason reason) {
        next.onStallBegin(reason);
    }

    @Override
    public void onStallEnd(StallReason reason) {
        next.onStallEnd(reason);
    }

    @Override
    public void onBackgroundError(Throwable reason) {
        LOG.atError().setCause(reason).log("the database refuses writes");
        next.onBackgroundError(reason);
    }
}
