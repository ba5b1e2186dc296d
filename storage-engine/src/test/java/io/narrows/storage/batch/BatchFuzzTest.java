package io.narrows.storage.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import java.io.IOException;

/**
 * A Jazzer target. As a plain test it runs the stored corpus, in
 * {@code src/test/resources/io/narrows/storage/batch/BatchFuzzTestInputs}; {@code bin/soak fuzz} searches for more.
 *
 * <p>A record with any content is either rejected with a position inside it, or read to its end; the changes read then form
 * a batch that reads the same.
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

    /** Writes the changes it receives to a batch; incomplete if one of them is a kind that our batches never have. */
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
