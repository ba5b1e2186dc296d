package io.narrows.storage.version;

import org.jspecify.annotations.Nullable;

/** Builds a family's state from a series of edits. */
final class FamilyBuilder {
    private final FamilyState base;
    private @Nullable VersionBuilder files;
    private long logNumber;

    FamilyBuilder(FamilyState base) {
        this.base = base;
        this.logNumber = base.logNumber();
    }

    String name() {
        return base.name();
    }

    void apply(VersionEdit edit) throws InconsistentVersionException {
        edit.logNumber().ifPresent(number -> logNumber = Math.max(logNumber, number));
        if (edit.addedFiles().isEmpty() && edit.deletedFiles().isEmpty()) {
            return;
        }
        if (files == null) {
            files = new VersionBuilder(base.version());
        }
        try {
            files.apply(edit);
        } catch (InconsistentVersionException e) {
            throw new InconsistentVersionException("family " + base.name() + ": " + e.getMessage());
        }
    }

    FamilyState build(long lastSequence) throws InconsistentVersionException {
        if (files == null) {
            return new FamilyState(base.id(), base.name(), logNumber, base.nextEpoch(), base.version());
        }
        Version version = Epochs.inferred(files.build());
        VersionCheck.check(base.name(), version, lastSequence);
        long nextEpoch = Math.max(base.nextEpoch(), version.highestEpoch() + 1);
        return new FamilyState(base.id(), base.name(), logNumber, nextEpoch, version);
    }
}
