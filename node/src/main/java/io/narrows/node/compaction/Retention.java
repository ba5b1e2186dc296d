package io.narrows.node.compaction;

import java.time.Duration;

/** The revisions kept by automatic compaction. */
public sealed interface Retention {
    /** @param count number of latest revisions to keep */
    record Revisions(long count) implements Retention {
        public Revisions {
            if (count < 1) {
                throw new IllegalArgumentException("count " + count + " (expected: 1 or more)");
            }
        }
    }

    /** @param age of the oldest revision to keep; up to a tenth more is kept */
    record Age(Duration age) implements Retention {
        public Age {
            if (age.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException("age " + age + " (expected: one second or more)");
            }
        }
    }
}
