package io.narrows.node.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.mvcc.KeyspaceOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreThreadsTest {
    @ParameterizedTest
    @CsvSource({"1, 2, 2", "2, 2, 2", "4, 4, 2", "6, 6, 3", "8, 8, 4", "64, 8, 4"})
    void numbers_growWithTheProcessors_withinBounds(int processors, int many, int few) {
        assertThat(StoreThreads.of(processors)).isEqualTo(new StoreThreads(many, many, few, few));
    }

    @Test
    void backgroundJobsOfTheKeyspace_areThoseForThisProcess() {
        assertThat(KeyspaceOptions.defaults().engine().backgroundJobs())
                .isEqualTo(StoreThreads.ofThisProcess().backgroundJobs());
    }
}
