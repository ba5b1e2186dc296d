package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the family {@code latest} of a database complete that an earlier release has changed. Reads all keys once, merged
 * with the entries there are, and writes only those that differ. If it is interrupted, the next start begins again.
 */
final class LatestRebuild implements Living.Visitor {
    private static final Logger LOG = LoggerFactory.getLogger(LatestRebuild.class);
    private static final int BATCH_BYTES = 1 << 20;

    private final Db db;
    private final LatestRevisions latest;
    private final DbIterator present;
    private final WriteBatch batch = new WriteBatch();
    private long keys;

    private LatestRebuild(Db db, LatestRevisions latest, DbIterator present) {
        this.db = db;
        this.latest = latest;
        this.present = present;
    }

    /**
     * @param revision latest revision of the database
     * @param versions all versions of all keys
     */
    static void run(Db db, LatestRevisions latest, long revision, VersionCursor versions) throws IOException {
        LOG.atInfo()
                .addKeyValue("revision", revision)
                .log("reading all keys once, because an earlier release has changed the database");
        try (DbIterator present = latest.within(KeyRange.ALL, ReadOptions.DEFAULT)) {
            LatestRebuild rebuild = new LatestRebuild(db, latest, present);
            present.seekToFirst();
            versions.walk(revision, rebuild);
            rebuild.finish(revision);
            db.flush();
            LOG.atInfo().addKeyValue("keys", rebuild.keys).log("the latest revisions of all keys are complete");
        }
    }

    @Override
    public void visit(Living living) throws IOException {
        ByteString key = living.key();
        int order = -1;
        while (present.isValid() && (order = compare(present.key(), key)) < 0) {
            deletePresent();
        }
        keys++;
        if (order != 0 || LatestRevisions.decoded(present.value()) != living.revision()) {
            latest.put(batch, key, living.revision());
            writeIfLarge();
        }
        if (order == 0) {
            present.next();
        }
    }

    private void finish(long revision) throws IOException {
        while (present.isValid()) {
            deletePresent();
        }
        latest.putComplete(batch, revision);
        write();
    }

    private void deletePresent() throws IOException {
        latest.delete(batch, bytes(present.key()));
        present.next();
        writeIfLarge();
    }

    private void writeIfLarge() throws IOException {
        if (batch.byteSize() > BATCH_BYTES) {
            write();
        }
    }

    private void write() throws IOException {
        db.write(batch, WriteOptions.DEFAULT);
        batch.clear();
    }

    private static int compare(Slice present, ByteString key) {
        return Bytes.ORDER.compare(bytes(present), key);
    }

    private static ByteString bytes(Slice key) {
        return ByteString.copyFrom(key.array(), key.offset(), key.length());
    }
}
