package io.narrows.node.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.WatchCreateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class WatcherIndexTest {
    private final WatcherIndex index = new WatcherIndex();
    private final List<Watcher> model = new ArrayList<>();

    @RepeatedTest(20)
    void findsWhatATrialOfAllFinds(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        System.out.println("seed " + seed);
        Random random = new Random(seed);

        for (int step = 0; step < 300; step++) {
            change(random);
            ByteString key = key(random, 1 + random.nextInt(4));
            List<Watcher> found = new ArrayList<>();
            index.forEachOf(key, found::add);

            assertThat(found)
                    .as("seed %s, step %s, key %s", seed, step, key)
                    .containsExactlyInAnyOrderElementsOf(model.stream()
                            .filter(watcher -> watcher.range().contains(key))
                            .toList());
        }
    }

    private void change(Random random) {
        if (!model.isEmpty() && random.nextInt(3) == 0) {
            Watcher gone = model.remove(random.nextInt(model.size()));
            index.remove(gone);
            index.remove(gone);
        } else {
            Watcher watcher = watcher(random);
            model.add(watcher);
            index.add(watcher);
            index.add(watcher);
        }
    }

    private static Watcher watcher(Random random) {
        ByteString key = key(random, random.nextInt(4));
        ByteString end = switch (random.nextInt(4)) {
            case 0 -> ByteString.EMPTY;
            case 1 -> ByteString.copyFrom(new byte[1]);
            case 2 -> key(random, 1 + random.nextInt(3));
            default -> afterPrefix(key);
        };
        WatchCreateRequest request =
                WatchCreateRequest.newBuilder().setKey(key).setRangeEnd(end).build();
        return new Watcher(null, 0, request, 1);
    }

    /** Returns a key of few distinct bytes, including the largest and the smallest, so that ranges overlap. */
    private static ByteString key(Random random, int length) {
        byte[] alphabet = {0, 1, 'a', 'b', (byte) 0xFE, (byte) 0xFF};
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return ByteString.copyFrom(key);
    }

    /** Returns the range end of a prefix as clients compute it. */
    private static ByteString afterPrefix(ByteString prefix) {
        byte[] end = prefix.toByteArray();
        for (int i = end.length - 1; i >= 0; i--) {
            if (end[i] != (byte) 0xFF) {
                end[i]++;
                return ByteString.copyFrom(end, 0, i + 1);
            }
        }
        return ByteString.copyFrom(new byte[1]);
    }
}
