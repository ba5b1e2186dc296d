package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeRequest.SortTarget;
import java.util.Random;

/** Random reads and changes of keys; some are refused because of the current state. */
final class RandomKv {
    private final Random random;
    private final Reached reached;
    private final RandomKeys keys;

    RandomKv(Random random, Reached reached, RandomKeys keys) {
        this.random = random;
        this.reached = reached;
        this.keys = keys;
    }

    RangeRequest range() {
        ByteString key = keys.key();
        RangeRequest.Builder range = RangeRequest.newBuilder()
                .setKey(key)
                .setRangeEnd(random.nextInt(8) == 0 ? ByteString.EMPTY : keys.end(key))
                .setRevision(one(3) ? reached.any() : 0)
                .setLimit(one(3) ? random.nextInt(8) - 1 : 0)
                .setKeysOnly(one(8))
                .setCountOnly(one(8))
                .setSerializable(one(4));
        if (one(2)) {
            sort(range);
        }
        if (one(3)) {
            range.setMinModRevision(bound())
                    .setMaxModRevision(bound())
                    .setMinCreateRevision(bound())
                    .setMaxCreateRevision(bound());
        }
        return range.build();
    }

    /**
     * Sorts by properties that several keys may share only if there are few: etcd returns more than 12 such keys in any
     * order.
     */
    private void sort(RangeRequest.Builder range) {
        SortTarget target = SortTarget.forNumber(random.nextInt(5));
        range.setSortOrderValue(random.nextInt(3)).setSortTarget(target);
        if (target != SortTarget.KEY) {
            ByteString part = keys.part();
            range.setKey(part).setRangeEnd(RandomKeys.prefixEnd(part));
        }
    }

    PutRequest put() {
        return put(keys.key());
    }

    PutRequest put(ByteString key) {
        PutRequest.Builder put = PutRequest.newBuilder().setKey(key).setPrevKv(random.nextBoolean());
        if (one(8)) {
            put.setIgnoreValue(true);
        } else {
            put.setValue(keys.value());
        }
        if (one(8)) {
            put.setIgnoreLease(true);
        } else if (one(3)) {
            put.setLease(RandomLeases.id(random));
        }
        return put.build();
    }

    DeleteRangeRequest delete() {
        ByteString key = keys.key();
        return delete(key, one(3) ? keys.end(key) : ByteString.EMPTY);
    }

    DeleteRangeRequest delete(ByteString key, ByteString end) {
        return DeleteRangeRequest.newBuilder()
                .setKey(key)
                .setRangeEnd(end)
                .setPrevKv(random.nextBoolean())
                .build();
    }

    private long bound() {
        return one(3) ? reached.any() : 0;
    }

    private boolean one(int of) {
        return random.nextInt(of) == 0;
    }
}
