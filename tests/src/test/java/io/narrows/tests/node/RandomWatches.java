package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchCreateRequest.FilterType;
import java.util.Random;

/** Random watches; some begin in the past, some before the compacted revision, some in the future. */
final class RandomWatches {
    private static final int FIRST_CHOSEN_ID = 1_000;

    private final Random random;
    private final Reached reached;
    private final RandomKeys keys;

    RandomWatches(Random random, Reached reached, RandomKeys keys) {
        this.random = random;
        this.reached = reached;
        this.keys = keys;
    }

    WatchCreateRequest watch() {
        ByteString key = random.nextInt(10) == 0 ? ByteString.EMPTY : keys.key();
        WatchCreateRequest.Builder watch = WatchCreateRequest.newBuilder()
                .setKey(key)
                .setRangeEnd(keys.end(key))
                .setPrevKv(random.nextBoolean())
                .setFragment(random.nextInt(4) == 0)
                .setProgressNotify(random.nextInt(4) == 0);
        switch (random.nextInt(4)) {
            case 0 -> watch.setStartRevision(start(reached.any()));
            case 1 -> watch.setStartRevision(start(reached.readable()));
            case 2 -> watch.setStartRevision(reached.current() + random.nextInt(50));
            default -> {}
        }
        if (random.nextInt(3) == 0) {
            watch.addFilters(FilterType.forNumber(random.nextInt(2)));
        }
        if (random.nextInt(3) == 0) {
            watch.setWatchId(FIRST_CHOSEN_ID + random.nextInt(8));
        }
        return watch.build();
    }

    /** Avoids the compacted revision: etcd before 3.4.34 and 3.5.16 does not deliver a deletion there. */
    private long start(long revision) {
        return reached.isCompactedAt(revision) ? revision + 1 : revision;
    }
}
