package io.narrows.node.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BranchLevelTest {
    @TempDir
    Path folder;

    /** bbolt panics when it deletes from a branch's only child. */
    @Test
    void everyBranch_hasTwoChildren() throws IOException {
        int branches = 0;
        for (int keySize : new int[] {20, 600, 1_500, 4_000, 9_000}) {
            for (int count = 1; count < 60; count++) {
                List<Integer> children = childrenOfBranches(count, keySize);

                assertThat(children).as("%d keys of %d bytes", count, keySize).allMatch(number -> number >= 2);
                branches += children.size();
            }
        }
        assertThat(branches).isGreaterThan(1_000);
    }

    @Test
    void manyChildren_fillTheirPages() throws IOException {
        int room = (PageLayout.PAGE_SIZE - PageLayout.HEADER) / (PageLayout.ELEMENT + 20);

        List<Integer> children = childrenOfBranches(50_000, 20);

        int full = children.size() - 2;
        assertThat(full).isGreaterThan(5);
        assertThat(children.subList(0, full)).containsOnly(room);
        assertThat(children.get(children.size() - 1)).as("the root's").isEqualTo(children.size() - 1);
    }

    /** Writes keys of equal size, with values that allow at most two of them per leaf. */
    private List<Integer> childrenOfBranches(int count, int keySize) throws IOException {
        var bucket = Buckets.empty();
        Random random = new Random(count);
        while (bucket.size() < count) {
            bucket.put(Buckets.bytes(random, keySize), Buckets.bytes(random, keySize > 100 ? 1_500 : 40));
        }
        Path file = folder.resolve("db");
        Files.deleteIfExists(file);
        Buckets.write(file, Map.of("b", bucket));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> children = new ArrayList<>();
        for (int page = 2; page < bytes.limit() / PageLayout.PAGE_SIZE; ) {
            int at = page * PageLayout.PAGE_SIZE;
            if (bytes.getShort(at + PageLayout.FLAGS) == PageLayout.BRANCH) {
                children.add((int) bytes.getShort(at + PageLayout.COUNT));
            }
            page += 1 + bytes.getInt(at + PageLayout.OVERFLOW);
        }
        return children;
    }
}
