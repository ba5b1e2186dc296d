package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.IOException;

/**
 * The latest version that a key had when a read began is not in the database. A compaction has removed it meanwhile, and the read's
 * revision is compacted; otherwise the database is damaged.
 */
final class VersionGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    VersionGoneException(ByteString key, long revision) {
        super("the latest version of key " + TextFormat.escapeBytes(key) + ", of revision " + revision
                + ", is not in the database: remove the member's data directory and let it join again");
    }
}
