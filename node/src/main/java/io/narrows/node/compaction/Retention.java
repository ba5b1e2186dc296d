package io.narrows.node.compaction;

import java.time.Duration;

/** Which revisions are kept when the group compacts by itself. */
public sealed interface Retention {
    /** @param count of the youngest revisions, which are kept */
    record Revisions(long count) implements Retention {
        public Revisions {
            if (count < 1) {
                throw new IllegalArgumentException("count " + count + " (expected: 1 or more)");
            }
        }
    }

    /** @param age of the oldest revision that is kept, or up to a tenth more */
    record Age(Duration age) implements Retention {
        public Age {
            if (age.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException("age " + age + " (expected: one second or more)");
            }
        }
    }
}
