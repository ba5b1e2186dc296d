package io.narrows.tests.node;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.Optional;
import java.util.Random;

/**
 * Random nested transactions with comparisons of all kinds. None uses the gaps in etcd's own check that a key changes only
 * once: deletions that are open to the right or in a nested transaction never share keys with puts.
 */
final class RandomTxns {
    private static final int DEPTH = 3;

    private final Random random;
    private final Reached reached;
    private final RandomKeys keys;
    private final RandomKv kv;

    RandomTxns(Random random, Reached reached, RandomKeys keys, RandomKv kv) {
        this.random = random;
        this.reached = reached;
        this.keys = keys;
        this.kv = kv;
    }

    TxnRequest txn() {
        boolean flat = random.nextInt(3) == 0;
        return txn(flat ? 1 : DEPTH, flat ? Optional.empty() : Optional.of(keys.part()), false);
    }

    /** Returns a transaction without changes. */
    TxnRequest reading() {
        return txn(1, Optional.empty(), true);
    }

    /** @param deleted prefix of the keys that are deleted, which others do not have; empty for any key */
    private TxnRequest txn(int depth, Optional<ByteString> deleted, boolean readOnly) {
        TxnRequest.Builder txn = TxnRequest.newBuilder();
        for (int count = random.nextInt(3); count > 0; count--) {
            txn.addCompare(compare());
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            txn.addSuccess(operation(depth - 1, deleted, readOnly));
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            txn.addFailure(operation(depth - 1, deleted, readOnly));
        }
        return txn.build();
    }

    private RequestOp operation(int depth, Optional<ByteString> deleted, boolean readOnly) {
        RequestOp.Builder operation = RequestOp.newBuilder();
        int kind = random.nextInt(10);
        if (readOnly || kind < 3) {
            return operation.setRequestRange(kv.range()).build();
        } else if (kind < 7) {
            return operation.setRequestPut(put(deleted)).build();
        } else if (kind < 8 || depth == 0) {
            return operation.setRequestDeleteRange(delete(deleted)).build();
        }
        return operation
                .setRequestTxn(txn(depth, deleted, random.nextInt(4) == 0))
                .build();
    }

    private PutRequest put(Optional<ByteString> deleted) {
        ByteString key;
        do {
            key = keys.key();
        } while (deleted.filter(key::startsWith).isPresent());
        return kv.put(key);
    }

    private DeleteRangeRequest delete(Optional<ByteString> deleted) {
        ByteString key = deleted.map(prefix -> prefix.concat(keys.part())).orElseGet(keys::key);
        ByteString end = switch (random.nextInt(3)) {
            case 0 -> RandomKeys.prefixEnd(deleted.orElse(key));
            case 1 -> key.concat(RandomKeys.FROM_KEY_ON);
            default -> ByteString.EMPTY;
        };
        if (end.equals(RandomKeys.FROM_KEY_ON)) {
            end = ByteString.EMPTY;
        }
        return kv.delete(key, end);
    }

    private Compare compare() {
        ByteString key = keys.key();
        Compare.Builder compare = Compare.newBuilder()
                .setKey(key)
                .setResultValue(random.nextInt(4))
                .setTargetValue(random.nextInt(5));
        if (random.nextInt(3) == 0) {
            compare.setRangeEnd(keys.end(key));
        }
        return switch (compare.getTarget()) {
            case VERSION -> compare.setVersion(random.nextInt(4)).build();
            case CREATE ->
                compare.setCreateRevision(random.nextInt(3) == 0 ? 0 : reached.any())
                        .build();
            case MOD ->
                compare.setModRevision(random.nextInt(3) == 0 ? 0 : reached.any())
                        .build();
            case LEASE -> compare.setLease(RandomLeases.id(random)).build();
            default -> compare.setValue(keys.value()).build();
        };
    }
}
