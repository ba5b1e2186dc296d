package io.narrows.storage.db;

import io.narrows.storage.Slice;
import io.narrows.storage.compaction.RangeCompaction;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compacts a range of a family down to its last level, in the caller's thread. No other compaction of the family runs
 * at the same time.
 */
final class ManualCompaction {
    private final Families families;
    private final Compactions compactions;
    private final VersionSet versions;
    private final BackgroundError error;
    private final Background background;

    ManualCompaction(
            Families families,
            Compactions compactions,
            VersionSet versions,
            BackgroundError error,
            Background background) {
        this.families = families;
        this.compactions = compactions;
        this.versions = versions;
        this.error = error;
        this.background = background;
    }

    /** @param exclusive whether {@code end} is the key after the range, not its last one */
    void run(Family family, @Nullable Slice begin, @Nullable Slice end, boolean exclusive) throws IOException {
        families.await(error, () -> compactions.tryReserve(family));
        try {
            families.await(error, () -> compactions.isIdle(family));
            RangeCompaction range =
                    new RangeCompaction(Compactions.picker(family), begin, end, exclusive, versions.newFile());
            while (runNext(family, range)) {
                error.check();
            }
        } finally {
            families.locked(() -> {
                compactions.giveBack(family);
                families.changed();
                return null;
            });
            background.schedule();
        }
    }

    private boolean runNext(Family family, RangeCompaction range) throws IOException {
        Optional<Compactions.Job> job = families.locked(() -> compactions.next(family, range));
        if (job.isEmpty()) {
            return false;
        }
        try {
            compactions.run(job.get());
            return true;
        } finally {
            families.locked(() -> {
                compactions.done(job.get());
                families.changed();
                return null;
            });
        }
    }
}
