package io.narrows.storage.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;

/**
 * A target of Jazzer. As a plain test it runs the kept corpus, in {@code
 * src/test/resources/io/narrows/storage/batch/BatchFuzzTestInputs}; {@code bin/soak fuzz} looks for more.
 *
 * <p>A record of any content is refused at a place within it, or read to its end; what was read makes a batch that reads
 * the same.
 */
class BatchFuzzTest {
    @FuzzTest
    void record(byte[] input) throws IOException {
        Rewriter rewriter = new Rewriter();
        try {
            BatchRecord.forEach(Slice.of(input), rewriter);
        } catch (MalformedBatchException refused) {
            assertThat(refused.offset()).isBetween(0, input.length);
            return;
        } catch (UnsupportedBatchException refused) {
            assertThat(input[refused.offset()] & 0xff).isEqualTo(refused.tag());
            return;
        }

        if (rewriter.whole) {
            rewriter.batch.setSequence(BatchRecord.header(Slice.of(input)).sequence());
            assertThat(BatchRows.of(rewriter.batch.record())).isEqualTo(BatchRows.of(Slice.of(input)));
        }
    }

    /** Writes what it is given; not whole when something was there that a batch of ours never has. */
    private static final class Rewriter implements BatchVisitor {
        private final WriteBatch batch = new WriteBatch();
        private boolean whole = true;

        @Override
        public void entry(int family, long sequence, EntryType type, Slice key, Slice value) {
            ColumnFamily to = new ColumnFamily(family, "any");
            switch (type) {
                case PUT -> batch.put(to, key, value);
                case DELETE -> batch.delete(to, key);
                case SINGLE_DELETE -> batch.singleDelete(to, key);
                default -> whole = false;
            }
        }

        @Override
        public void deleteRange(int family, long sequence, Slice begin, Slice end) {
            if (begin.compareTo(end) < 0) {
                batch.deleteRange(new ColumnFamily(family, "any"), begin, end);
            } else {
                whole = false;
            }
        }
    }
}
