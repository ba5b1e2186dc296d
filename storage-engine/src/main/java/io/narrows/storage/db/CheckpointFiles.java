package io.narrows.storage.db;

import io.narrows.storage.version.DbState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Captures the files of a database for checkpoints, like RocksDB's {@code GetLiveFilesStorageInfo}. In a database without a log, a
 * capture is complete only once the memtables that were sealed for it are flushed; writes continue meanwhile.
 */
final class CheckpointFiles implements GroupFlushes.Listener {
    /**
     * The files of one state. The views keep its tables, a pin keeps its logs.
     *
     * @param logs lengths in bytes by number
     */
    record Captured(DbState state, List<SuperVersion> views, Map<Long, Long> logs) {}

    /** A capture that may not be complete yet. Its fields are guarded by the families' lock. */
    static final class Request {
        /** The last group of memtables that belongs to the capture; 0 for none. */
        private final long group;

        private @Nullable Captured captured;

        private Request(long group) {
            this.group = group;
        }
    }

    private final Families families;
    private final VersionSet versions;
    private final Wal wal;
    private final BackgroundError error;
    private final List<Request> waiting = new ArrayList<>();

    CheckpointFiles(Families families, VersionSet versions, Wal wal, BackgroundError error) {
        this.families = families;
        this.versions = versions;
        this.wal = wal;
        this.error = error;
    }

    /** Captures the current state. Runs between two writes. */
    Request now() throws IOException {
        Request request = new Request(0);
        capture(request);
        return request;
    }

    /** Captures the state once it has all memtables that are sealed now, and nothing else. Runs between two writes. */
    Request onceFlushed() throws IOException {
        return versions.frozen(state -> families.locked(() -> {
            Request request = new Request(families.lastSealed());
            if (request.group == 0) {
                request.captured = filesOf(state);
            } else {
                waiting.add(request);
            }
            return request;
        }));
    }

    @Override
    public void flushed(long group, DbState state) {
        List<Request> complete =
                waiting.stream().filter(request -> request.group <= group).toList();
        complete.forEach(request -> request.captured = filesOf(state));
        waiting.removeAll(complete);
    }

    /**
     * Returns the files once the capture is complete.
     *
     * @throws WritesStoppedException if a flush has failed, so that it may never be complete
     */
    Captured await(Request request) throws IOException {
        families.await(error, () -> request.captured != null || families.firstSealed() > request.group);
        if (captured(request).isEmpty()) {
            capture(request); // the families of its memtables were dropped
        }
        return captured(request).orElseThrow();
    }

    private void capture(Request request) throws IOException {
        versions.frozen(state -> families.locked(() -> {
            if (request.captured == null) {
                request.captured = filesOf(state);
                waiting.remove(request);
            }
            return null;
        }));
    }

    private Optional<Captured> captured(Request request) {
        return families.locked(() -> Optional.ofNullable(request.captured));
    }

    private Captured filesOf(DbState state) {
        List<SuperVersion> views = new ArrayList<>();
        families.all().forEach(family -> views.add(family.retain()));
        return new Captured(versions.numbered(state), views, wal.pin());
    }

    /** Releases the files of a capture, which is then no longer awaited. */
    void release(Request request) throws IOException {
        Optional<Captured> complete = families.locked(() -> {
            waiting.remove(request);
            return Optional.ofNullable(request.captured);
        });
        if (complete.isPresent()) {
            complete.get().views().forEach(SuperVersion::release);
            wal.unpin();
        }
    }
}
