package io.narrows.node.mvcc;

import io.narrows.storage.db.DbListener;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what the engine drops or refuses on its own. */
final class RecoveryLog implements DbListener {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryLog.class);

    @Override
    public void onWalTailDropped(Path log, long offset, long bytes) {
        LOG.atWarn()
                .addKeyValue("file", log)
                .addKeyValue("offset", offset)
                .addKeyValue("bytes", bytes)
                .log(
                        "dropped the damaged end of a log of an earlier version; its entries will be replayed from the Raft log");
    }

    @Override
    public void onBackgroundError(Throwable reason) {
        LOG.atError().setCause(reason).log("the database refuses writes");
    }
}
