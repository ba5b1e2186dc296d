package io.narrows.node.state;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.LeaseRevokeRequest;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import java.util.List;
import java.util.Random;

/** Random commands on few keys and leases, so that they interact; some are refused. No lease expires during a test. */
final class RandomCommands {
    private static final int LEASES = 5;

    private final Random random;
    private final EtcdModel model;
    private final List<String> parts;

    /**
     * @param model knows the existing revisions
     * @param parts a key consists of one or two of these
     */
    RandomCommands(Random random, EtcdModel model, List<String> parts) {
        this.random = random;
        this.model = model;
        this.parts = parts;
    }

    Command command() {
        int kind = random.nextInt(100);
        Command.Builder command = Command.newBuilder();
        if (kind < 45) {
            return command.setPut(put()).build();
        } else if (kind < 57) {
            return command.setDeleteRange(delete()).build();
        } else if (kind < 85) {
            return command.setTxn(txn(3)).build();
        } else if (kind < 92) {
            return command.setGrant(
                            LeaseGrantRequest.newBuilder().setID(granted()).setTTL(10_000 + random.nextInt(100)))
                    .build();
        } else if (kind < 96) {
            return command.setRevoke(LeaseRevokeRequest.newBuilder().setID(lease()))
                    .build();
        }
        return command.setCompact(CompactionRequest.newBuilder().setRevision(revision()))
                .build();
    }

    RangeRequest range() {
        RangeRequest.Builder range = RangeRequest.newBuilder()
                .setKey(key())
                .setRangeEnd(rangeEnd())
                .setRevision(random.nextInt(3) == 0 ? revision() : 0)
                .setLimit(random.nextInt(3) == 0 ? random.nextInt(5) : 0)
                .setKeysOnly(random.nextInt(8) == 0)
                .setCountOnly(random.nextInt(8) == 0);
        if (random.nextInt(3) == 0) {
            range.setSortOrderValue(random.nextInt(3)).setSortTargetValue(random.nextInt(5));
        }
        if (random.nextInt(4) == 0) {
            range.setMinModRevision(filter())
                    .setMaxModRevision(filter())
                    .setMinCreateRevision(filter())
                    .setMaxCreateRevision(filter());
        }
        return range.build();
    }

    private PutRequest put() {
        boolean ignoreValue = random.nextInt(10) == 0;
        boolean ignoreLease = random.nextInt(10) == 0;
        PutRequest.Builder put = PutRequest.newBuilder()
                .setKey(key())
                .setPrevKv(random.nextBoolean())
                .setIgnoreValue(ignoreValue)
                .setIgnoreLease(ignoreLease);
        if (!ignoreValue) {
            put.setValue(value());
        }
        if (!ignoreLease && random.nextInt(4) == 0) {
            put.setLease(lease());
        }
        return put.build();
    }

    private DeleteRangeRequest delete() {
        return DeleteRangeRequest.newBuilder()
                .setKey(key())
                .setRangeEnd(rangeEnd())
                .setPrevKv(random.nextBoolean())
                .build();
    }

    private TxnRequest txn(int depth) {
        TxnRequest.Builder txn = TxnRequest.newBuilder();
        for (int count = random.nextInt(3); count > 0; count--) {
            txn.addCompare(compare());
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            txn.addSuccess(operation(depth - 1));
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            txn.addFailure(operation(depth - 1));
        }
        return txn.build();
    }

    private RequestOp operation(int depth) {
        RequestOp.Builder operation = RequestOp.newBuilder();
        int kind = random.nextInt(10);
        if (kind < 4) {
            return operation.setRequestPut(put()).build();
        } else if (kind < 7) {
            return operation.setRequestRange(range()).build();
        } else if (kind < 8 || depth == 0) {
            return operation.setRequestDeleteRange(delete()).build();
        }
        return operation.setRequestTxn(txn(depth)).build();
    }

    private Compare compare() {
        Compare.Builder compare = Compare.newBuilder()
                .setKey(key())
                .setResultValue(random.nextInt(4))
                .setTargetValue(random.nextInt(5));
        if (random.nextInt(4) == 0) {
            compare.setRangeEnd(rangeEnd());
        }
        return switch (compare.getTarget()) {
            case VERSION -> compare.setVersion(random.nextInt(3)).build();
            case CREATE -> compare.setCreateRevision(revision()).build();
            case MOD -> compare.setModRevision(revision()).build();
            case LEASE -> compare.setLease(lease()).build();
            default -> compare.setValue(value()).build();
        };
    }

    private ByteString key() {
        StringBuilder key = new StringBuilder(parts.get(random.nextInt(parts.size())));
        if (random.nextBoolean()) {
            key.append(parts.get(random.nextInt(parts.size())));
        }
        return ByteString.copyFromUtf8(key.toString());
    }

    private ByteString rangeEnd() {
        return switch (random.nextInt(4)) {
            case 0 -> ByteString.copyFrom(new byte[1]);
            case 1 -> key();
            default -> ByteString.EMPTY;
        };
    }

    private ByteString value() {
        return ByteString.copyFromUtf8("value".repeat(random.nextInt(20)) + random.nextInt(3));
    }

    private long lease() {
        return random.nextInt(LEASES) - 1;
    }

    /** Returns a lease id; never 0, for which etcd would choose one itself. */
    private long granted() {
        long lease = lease();
        return lease == 0 ? LEASES : lease;
    }

    private long filter() {
        return random.nextInt(3) == 0 ? revision() : 0;
    }

    /** Returns a revision; most are readable, some are compacted or in the future. */
    private long revision() {
        long oldest = Math.max(model.compacted(), 1);
        return Math.max(oldest - 2 + random.nextLong(model.revision() - oldest + 4), 1);
    }
}
