package io.narrows.storage.sst;

import io.narrows.storage.InternalKey;
import io.narrows.storage.RangeTombstone;
import java.util.List;
import java.util.OptionalLong;

/** Which sequence numbers the entries of a file have: their own, or, once it is ingested, all the same one. */
record SequenceRule(OptionalLong sameForAll) {
    /**
     * @param ingestedAt the sequence number that a database gave the file when it was ingested. It counts only for a file that
     *     says of itself that it is one to ingest; without it what RocksDB has written into the file does, if it has.
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

    /** A trailer with the sequence number that it has by it. */
    long ofTrailer(long own) {
        return sameForAll.isPresent() ? sameForAll.getAsLong() << 8 | own & 0xff : own;
    }

    /** Whether an internal key with that trailer is behind all entries of its user key. */
    boolean isBehind(long trailer) {
        return sameForAll.isPresent() && InternalKey.sequence(trailer) < sameForAll.getAsLong();
    }

    /** What to look for in the file for a trailer that {@linkplain #isBehind is not behind all}. */
    long ownTrailer(long trailer) {
        if (sameForAll.isEmpty()) {
            return trailer;
        }
        return InternalKey.sequence(trailer) > sameForAll.getAsLong() ? InternalKey.FIRST_TRAILER : trailer & 0xff;
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
