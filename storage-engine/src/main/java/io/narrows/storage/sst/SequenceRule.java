package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import java.util.List;
import java.util.OptionalLong;

/** Which sequence numbers the entries of a file have: their own, or, once it is ingested, all the same one. */
record SequenceRule(OptionalLong sameForAll) {
    static SequenceRule of(TableProperties properties) {
        OptionalLong given = properties.fixed64(PropertyNames.EXTERNAL_SEQUENCE);
        return new SequenceRule(given.isPresent() && given.getAsLong() != 0 ? given : OptionalLong.empty());
    }

    long of(long own) {
        return sameForAll.orElse(own);
    }

    /** Range deletions with the sequence numbers that they have by it. */
    List<RangeTombstone> of(List<RangeTombstone> own) {
        return own.stream()
                .map(tombstone -> new RangeTombstone(tombstone.begin(), tombstone.end(), of(tombstone.sequence())))
                .toList();
    }

    /** Whether a reader at a sequence number sees nothing of the file. */
    boolean hidesAll(long atSequence) {
        return sameForAll.isPresent() && sameForAll.getAsLong() > atSequence;
    }

    /** The sequence number to look for in the file, for a reader at one. */
    long lookFor(long atSequence) {
        return sameForAll.isPresent() ? InternalKey.MAX_SEQUENCE : atSequence;
    }
}
