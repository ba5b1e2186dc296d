package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import java.util.List;
import java.util.OptionalLong;

/** Maps the sequence numbers in a file to the effective ones: unchanged, or, after ingestion, one number for all entries. */
record SequenceRule(OptionalLong sameForAll) {
    /**
     * @param ingestedAt the sequence number that a database assigned to the file at ingestion; applies only to a file marked
     *     as made for ingestion. Otherwise the number that RocksDB has written into the file applies, if any.
     */
    static SequenceRule of(TableProperties properties, OptionalLong ingestedAt) {
        OptionalLong written = properties.fixed64(PropertyNames.EXTERNAL_SEQUENCE);
        if (ingestedAt.isPresent() && properties.has(PropertyNames.EXTERNAL_VERSION)) {
            return new SequenceRule(ingestedAt);
        }
        return new SequenceRule(written.isPresent() && written.getAsLong() != 0 ? written : OptionalLong.empty());
    }

    long of(long own) {
        return sameForAll.orElse(own);
    }

    /** Returns a trailer with its effective sequence number. */
    long ofTrailer(long own) {
        return sameForAll.isPresent() ? sameForAll.getAsLong() << 8 | own & 0xff : own;
    }

    /** Returns whether an internal key with that trailer sorts after all entries of its user key. */
    boolean isBehind(long trailer) {
        return sameForAll.isPresent() && InternalKey.sequence(trailer) < sameForAll.getAsLong();
    }

    /**
     * Returns the trailer to search for in the file; only for a trailer that
     * {@linkplain #isBehind does not sort after all entries}.
     */
    long ownTrailer(long trailer) {
        if (sameForAll.isEmpty()) {
            return trailer;
        }
        return InternalKey.sequence(trailer) > sameForAll.getAsLong() ? InternalKey.FIRST_TRAILER : trailer & 0xff;
    }

    /** Returns range deletions with their effective sequence numbers. */
    List<RangeTombstone> of(List<RangeTombstone> own) {
        return own.stream()
                .map(tombstone -> new RangeTombstone(tombstone.begin(), tombstone.end(), of(tombstone.sequence())))
                .toList();
    }

    /** Returns whether a reader at a sequence number sees nothing of the file. */
    boolean hidesAll(long atSequence) {
        return sameForAll.isPresent() && sameForAll.getAsLong() > atSequence;
    }

    /** Returns the sequence number to search for in the file, for a reader at {@code atSequence}. */
    long lookFor(long atSequence) {
        return sameForAll.isPresent() ? InternalKey.MAX_SEQUENCE : atSequence;
    }
}
