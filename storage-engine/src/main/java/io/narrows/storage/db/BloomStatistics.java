package io.narrows.storage.db;

import io.narrows.storage.sst.FilterTally;

/**
 * Effect of the files' filters on point reads since the database was opened.
 *
 * @param useful lookups that a filter saved, because it excluded the key from its file
 * @param passed lookups that a filter let through, because its file may contain the key
 * @param falsePositives the part of {@code passed} where the file did not contain the key
 */
public record BloomStatistics(long useful, long passed, long falsePositives) {
    static BloomStatistics of(FilterTally tally) {
        return new BloomStatistics(tally.useful(), tally.passed(), tally.falsePositives());
    }
}
