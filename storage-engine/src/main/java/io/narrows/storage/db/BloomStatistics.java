package io.narrows.storage.db;

import io.narrows.storage.sst.FilterTally;

/**
 * What the filters of files were good for in point reads, since the database was opened.
 *
 * @param useful a filter said that its file has not the key, which saved a look into it
 * @param passed a filter said that its file may have the key
 * @param falsePositives of those: the file did not have it
 */
public record BloomStatistics(long useful, long passed, long falsePositives) {
    static BloomStatistics of(FilterTally tally) {
        return new BloomStatistics(tally.useful(), tally.passed(), tally.falsePositives());
    }
}
