package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Optional;

/**
 * Goes through the changes of keys in their order, without those that compaction has given up, whether they are cleared away
 * already or not. For one thread; closes its cursors.
 */
final class KeptRevisions implements AutoCloseable {
    /**
     * Which changes.
     *
     * @param from the first revision
     * @param to the last revision
     * @param compacted the last revision of which not all changes are kept
     * @param keptAt of compacted revisions those changes are shown that made what lives at this revision
     */
    record Span(long from, long to, long compacted, long keptAt) {}

    private final RevisionCursor changes;
    private final VersionCursor versions;
    private final Span span;
    private boolean begun;
    private ByteString key;
    private Version version;

    KeptRevisions(RevisionCursor changes, VersionCursor versions, Span span) {
        this.changes = changes;
        this.versions = versions;
        this.span = span;
    }

    boolean next() throws IOException {
        while (step()) {
            RevisionKey revision = changes.revision();
            if (revision.main() > span.to()) {
                return false;
            }
            key = changes.key();
            if (find(revision)) {
                return true;
            }
        }
        return false;
    }

    ByteString key() {
        return key;
    }

    Version version() {
        return version;
    }

    void show(RevisionVisitor visitor) throws IOException {
        KeyValue shown =
                version.isTombstone() ? KeyValue.newBuilder().setKey(key).build() : version.keyValue(key);
        visitor.visit(version.revision(), version.sub(), version.isTombstone(), shown);
    }

    /** The key as it was right before the change. */
    Optional<KeyValue> previous() throws IOException {
        ByteString ofKey = key;
        return versions.youngest(ofKey, version.revision() - 1)
                .filter(before -> !before.isTombstone())
                .map(before -> before.keyValue(ofKey));
    }

    @Override
    public void close() {
        try {
            changes.close();
        } finally {
            versions.close();
        }
    }

    private boolean step() throws IOException {
        if (begun) {
            changes.next();
        } else {
            changes.seek(span.from());
            begun = true;
        }
        return changes.isValid();
    }

    private boolean find(RevisionKey revision) throws IOException {
        boolean compacted = revision.main() <= span.compacted();
        Optional<Version> found = versions.youngest(key, compacted ? span.keptAt() : revision.main());
        boolean itself = found.isPresent() && found.get().revision() == revision.main();
        if (compacted) {
            version = found.orElse(null);
            return itself && !version.isTombstone();
        }
        if (!itself) {
            throw new IOException("no version of a key that revision " + revision.main() + " has changed, at place "
                    + revision.sub() + ": " + found.map(Version::revision));
        }
        version = found.get();
        return true;
    }
}
