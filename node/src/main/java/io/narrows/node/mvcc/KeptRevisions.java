package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the changes of keys in order, skipping compacted ones, whether or not they are already removed. Not
 * thread-safe; closes its cursors.
 */
final class KeptRevisions implements AutoCloseable {
    /**
     * A range of changes.
     *
     * @param from first revision
     * @param to last revision
     * @param compacted last revision whose changes are not all retained
     * @param keptAt of compacted revisions, only the changes that are live at this revision are included
     */
    record Span(long from, long to, long compacted, long keptAt) {}

    private final RevisionCursor changes;
    private final VersionCursor versions;
    private final Span span;
    private boolean begun;
    private @Nullable ByteString key;
    private @Nullable Version version;

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
        return Objects.requireNonNull(key, "no revision yet");
    }

    Version version() {
        return Objects.requireNonNull(version, "no revision yet");
    }

    void show(RevisionVisitor visitor) throws IOException {
        Version change = version();
        KeyValue shown =
                change.isTombstone() ? KeyValue.newBuilder().setKey(key()).build() : change.keyValue(key());
        visitor.visit(change.revision(), change.sub(), change.isTombstone(), shown);
    }

    /** Returns the key's version right before the change. */
    Optional<KeyValue> previous() throws IOException {
        ByteString ofKey = key();
        return versions.youngest(ofKey, version().revision() - 1)
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
        Optional<Version> found = versions.youngest(key(), compacted ? span.keptAt() : revision.main());
        boolean itself = found.isPresent() && found.get().revision() == revision.main();
        if (compacted) {
            version = found.orElse(null);
            return itself && !found.get().isTombstone();
        }
        if (!itself) {
            throw new IOException("no version of a key changed by revision " + revision.main() + " at position "
                    + revision.sub() + ": " + found.map(Version::revision));
        }
        version = found.get();
        return true;
    }
}
