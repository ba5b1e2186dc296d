package io.narrows.storage.version;

import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds a state from a series of edits, read or newly made. Numbers that only grow are never set back. */
final class StateBuilder {
    private final SortedMap<Integer, FamilyBuilder> families = new TreeMap<>();
    private final SortedMap<Long, OptionalLong> logs;
    private final SortedMap<Long, Long> logStarts;
    private long nextFile;
    private long lastSequence;
    private long minLogToKeep;
    private int maxFamily;
    private String dbId;
    private final long manifestNumber;

    StateBuilder(DbState base) {
        base.families().forEach((id, family) -> families.put(id, new FamilyBuilder(family)));
        this.logs = new TreeMap<>(base.trackedLogs());
        this.logStarts = new TreeMap<>(base.logStarts());
        this.nextFile = base.nextFile();
        this.lastSequence = base.lastSequence();
        this.minLogToKeep = base.minLogToKeep();
        this.maxFamily = base.maxFamily();
        this.dbId = base.dbId();
        this.manifestNumber = base.manifestNumber();
    }

    /** @throws InconsistentVersionException if the edit does not fit; the builder is then unusable */
    void apply(VersionEdit edit) throws InconsistentVersionException {
        edit.nextFile().ifPresent(number -> nextFile = Math.max(nextFile, number));
        edit.lastSequence().ifPresent(sequence -> lastSequence = Math.max(lastSequence, sequence));
        edit.minLogToKeep().ifPresent(number -> minLogToKeep = Math.max(minLogToKeep, number));
        edit.maxFamily().ifPresent(id -> maxFamily = Math.max(maxFamily, id));
        edit.dbId().ifPresent(id -> dbId = id);
        logs.headMap(edit.logsDeletedBelow()).clear();
        logs.putAll(edit.addedLogs());
        logStarts.putAll(edit.logStarts());
        if (edit.addedFamily().isPresent()) {
            add(edit, edit.addedFamily().get());
        } else if (edit.dropsFamily()) {
            drop(edit.family());
        } else {
            family(edit.family()).apply(edit);
        }
    }

    private void add(VersionEdit edit, String name) throws InconsistentVersionException {
        int id = edit.family();
        boolean taken = families.containsKey(id)
                || families.values().stream().anyMatch(family -> family.name().equals(name));
        if (taken) {
            throw new InconsistentVersionException("family " + name + ", id " + id + " is added, but already exists");
        }
        if (!edit.addedFiles().isEmpty() || !edit.deletedFiles().isEmpty()) {
            throw new InconsistentVersionException(
                    "family " + name + " is added by an edit that also changes its files");
        }
        FamilyState family = new FamilyState(id, name, edit.logNumber().orElse(0), 1, Version.EMPTY);
        families.put(id, new FamilyBuilder(family));
        maxFamily = Math.max(maxFamily, id);
    }

    private void drop(int id) throws InconsistentVersionException {
        family(id);
        if (id == 0) {
            throw new InconsistentVersionException("family default cannot be dropped");
        }
        families.remove(id);
    }

    private FamilyBuilder family(int id) throws InconsistentVersionException {
        FamilyBuilder family = families.get(id);
        if (family == null) {
            throw new InconsistentVersionException("family with id " + id + " is changed, but does not exist");
        }
        return family;
    }

    /** Marks file numbers below the given one as used. */
    void raiseNextFile(long number) {
        nextFile = Math.max(nextFile, number);
    }

    /** @throws InconsistentVersionException if a family's version breaks the rules of {@link VersionCheck} */
    DbState build() throws InconsistentVersionException {
        SortedMap<Integer, FamilyState> built = new TreeMap<>();
        for (Map.Entry<Integer, FamilyBuilder> family : families.entrySet()) {
            built.put(family.getKey(), family.getValue().build(lastSequence));
        }
        DbState state = new DbState(
                built, nextFile, lastSequence, minLogToKeep, maxFamily, dbId, manifestNumber, logs, logStarts);
        return state.withoutObsoleteLogs();
    }
}
