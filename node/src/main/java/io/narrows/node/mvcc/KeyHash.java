package io.narrows.node.mvcc;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The hash of etcd 3.4's HashKV: CRC-32C of the bucket's name and of each change as stored in the bucket,
 * {@code main(8) _ sub(8) [t]} and the KeyValue in protobuf. Of the compacted changes, it includes those that are live
 * at the revision; if no key is live there, it includes everything that compaction keeps.
 */
final class KeyHash {
    private static final byte[] BUCKET = "key".getBytes(StandardCharsets.US_ASCII);
    private static final int REVISION = Long.BYTES + 1 + Long.BYTES;

    private KeyHash() {}

    static int of(View view, long revision) throws IOException, EtcdException {
        if (revision > 0 && revision <= view.compactRevision()) {
            throw new EtcdException(EtcdError.COMPACTED);
        }
        long until = view.state().resolve(revision);
        CRC32C hash = new CRC32C();
        hash.update(BUCKET);
        long keptAt = livesAt(view, until) ? until : view.compactRevision();
        try (KeptRevisions kept = view.revisions(0, until, keptAt)) {
            while (kept.next()) {
                kept.show((main, sub, tombstone, keyValue) -> {
                    hash.update(bucketKey(main, sub, tombstone));
                    hash.update(keyValue.toByteArray());
                });
            }
        }
        return (int) hash.getValue();
    }

    private static boolean livesAt(View view, long revision) throws IOException {
        try (VersionCursor versions = view.versions()) {
            return versions.anyLives(revision);
        }
    }

    private static byte[] bucketKey(long main, long sub, boolean tombstone) {
        ByteBuffer key = ByteBuffer.allocate(REVISION + (tombstone ? 1 : 0));
        key.putLong(main).put((byte) '_').putLong(sub);
        if (tombstone) {
            key.put((byte) 't');
        }
        return key.array();
    }
}
