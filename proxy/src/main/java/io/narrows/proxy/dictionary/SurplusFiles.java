package io.narrows.proxy.dictionary;

import io.narrows.config.PeerId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the files for which the store has no place, so that no peer can displace what this side made, or other peers' dictionaries: those
 * that peers made go first, then of the peer whose files take most, then those whose key was not used for the longest time.
 */
final class SurplusFiles {
    private final List<StoredFile> kept = new ArrayList<>();
    private final List<StoredFile> surplus = new ArrayList<>();
    private final Map<DictionaryKey, Long> usedAt = new HashMap<>();
    private final Path written;

    private SurplusFiles(Path written) {
        this.written = written;
    }

    /**
     * Returns the files to delete.
     *
     * @param files all files of the store
     * @param written just now; deleted only in place of dictionaries that this side made, if a peer made it
     * @param maxBytes limit of all files together
     */
    static List<StoredFile> of(List<StoredFile> files, Path written, long maxBytes) {
        SurplusFiles chosen = new SurplusFiles(written);
        chosen.dropSuperseded(files);
        chosen.dropBeyond(maxBytes);
        return chosen.surplus;
    }

    private void dropSuperseded(List<StoredFile> files) {
        Map<DictionaryKey, Integer> ofKey = new HashMap<>();
        List<StoredFile> latestFirst = new ArrayList<>(files);
        latestFirst.sort(StoredFile.OLDEST_FIRST.reversed());
        for (StoredFile file : latestFirst) {
            boolean isSuperseded = ofKey.merge(file.key(), 1, Integer::sum) > DictionaryStore.KEPT;
            if (isSuperseded && !file.path().equals(written)) {
                surplus.add(file);
            } else {
                usedAt.putIfAbsent(file.key(), file.modified());
                kept.add(file);
            }
        }
    }

    private void dropBeyond(long maxBytes) {
        long total = kept.stream().mapToLong(StoredFile::bytes).sum();
        while (total > maxBytes && !isWrittenAlone()) {
            StoredFile next = next();
            kept.remove(next);
            surplus.add(next);
            total -= next.bytes();
        }
    }

    private boolean isWrittenAlone() {
        return kept.isEmpty() || kept.size() == 1 && kept.get(0).path().equals(written);
    }

    private StoredFile next() {
        Map<PeerId, Long> ofPeer = new HashMap<>();
        kept.forEach(file -> ofPeer.merge(file.key().peer(), file.bytes(), Long::sum));
        return kept.stream()
                .min(Comparator.comparing((StoredFile file) -> file.key().sent())
                        .thenComparing(file -> file.path().equals(written))
                        .thenComparingLong(
                                file -> -ofPeer.getOrDefault(file.key().peer(), 0L))
                        .thenComparingLong(file -> usedAt.getOrDefault(file.key(), 0L))
                        .thenComparing(StoredFile.OLDEST_FIRST))
                .orElseThrow();
    }
}
