package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.Event.EventType;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.LeaseGrantRequest;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeRequest.SortOrder;
import io.narrows.node.etcd.RangeRequest.SortTarget;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.watch.WatchHub;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Queues of leases in the keyspace, as etcd's client library keeps them for locks and elections: each lease waits with
 * the key {@code NAME/LEASE}, and the lease whose key was created first has its turn. Safe for use by many threads; no
 * call blocks.
 */
final class TurnQueue {
    /** TTL in seconds of a lease created for a client that names none, as in etcd's library. */
    private static final long SESSION_TTL = 60;

    private final Keyspace keyspace;
    private final Reader reader;
    private final Proposals proposals;
    private final Workers workers;
    private final Executor threads;
    private final WatchHub watches;
    private final LeaseIds ids = new LeaseIds();

    TurnQueue(Keyspace keyspace, Reader reader, Proposals proposals, Workers workers, WatchHub watches) {
        this.keyspace = keyspace;
        this.reader = reader;
        this.proposals = proposals;
        this.workers = workers;
        this.threads = workers.points().threads();
        this.watches = watches;
    }

    /** Returns the given lease, or for 0 a new one, which is not kept alive. */
    CompletableFuture<Long> leaseOr(long lease) {
        if (lease != 0) {
            return CompletableFuture.completedFuture(lease);
        }
        LeaseGrantRequest grant = LeaseGrantRequest.newBuilder()
                .setID(ids.next())
                .setTTL(SESSION_TTL)
                .build();
        return propose(
                Command.newBuilder().setGrant(grant),
                outcome -> outcome.getGrant().getID());
    }

    /** Returns the key of a lease in a queue. */
    static ByteString key(ByteString name, long lease) {
        // Formatted like Go's base 16.
        String number = lease < 0 ? "-" + Long.toHexString(-lease) : Long.toHexString(lease);
        return name.concat(ByteString.copyFromUtf8("/" + number));
    }

    /** Returns a request for the oldest key of the queue, whose lease has its turn. */
    static RangeRequest first(ByteString name) {
        return queue(name).setSortOrder(SortOrder.ASCEND).build();
    }

    /** Returns a request for the first key of the queue in creation order; the caller sets the direction. */
    private static RangeRequest.Builder queue(ByteString name) {
        return RangeRequest.newBuilder()
                .setKey(prefix(name))
                .setRangeEnd(prefixEnd(name))
                .setSortTarget(SortTarget.CREATE)
                .setLimit(1);
    }

    static ByteString prefix(ByteString name) {
        return name.concat(ByteString.copyFromUtf8("/"));
    }

    /** Returns the end of the range of the queue's keys: 0 is the character after the slash. */
    static ByteString prefixEnd(ByteString name) {
        return name.concat(ByteString.copyFromUtf8("0"));
    }

    /** Returns a compare that holds if the key was created at this revision; 0 if the key does not exist. */
    static Compare created(ByteString key, long revision) {
        return Compare.newBuilder()
                .setKey(key)
                .setTarget(Compare.CompareTarget.CREATE)
                .setCreateRevision(revision)
                .build();
    }

    CompletableFuture<TxnResponse> txn(TxnRequest request) {
        return propose(Command.newBuilder().setTxn(request), Outcome::getTxn);
    }

    CompletableFuture<DeleteRangeResponse> delete(ByteString key) {
        DeleteRangeRequest request = DeleteRangeRequest.newBuilder().setKey(key).build();
        return propose(Command.newBuilder().setDeleteRange(request), Outcome::getDeleteRange);
    }

    /** Completes on a thread that may call the replica again, unlike the replica's own. */
    private <T> CompletableFuture<T> propose(Command.Builder command, Function<Outcome, T> response) {
        return proposals.propose(command.build(), response).whenCompleteAsync((done, failure) -> {}, threads);
    }

    CompletableFuture<RangeResponse> read(RangeRequest request) {
        return reader.read(false, workers.ranges(), () -> keyspace.range(request))
                .whenCompleteAsync((found, failure) -> {}, threads);
    }

    /**
     * Completes when all keys of the queue created before a revision are gone. Waits for the youngest of these and
     * looks again, so that a deletion wakes a single waiter.
     *
     * @param cancelled completes when the caller has gone; the future then fails
     */
    CompletableFuture<Void> awaitTurn(ByteString name, long createRevision, CompletableFuture<Void> cancelled) {
        RangeRequest before = queue(name)
                .setSortOrder(SortOrder.DESCEND)
                .setMaxCreateRevision(createRevision - 1)
                .build();
        return read(before).thenCompose(found -> {
            if (found.getKvsCount() == 0) {
                return CompletableFuture.completedFuture(null);
            }
            KeyValue older = found.getKvs(0);
            return deleted(older.getKey(), found.getHeader().getRevision(), cancelled)
                    .thenCompose(gone -> awaitTurn(name, createRevision, cancelled));
        });
    }

    private CompletableFuture<Void> deleted(ByteString key, long seenAt, CompletableFuture<Void> cancelled) {
        CompletableFuture<Void> gone = new CompletableFuture<>();
        WatchCreateRequest request = WatchCreateRequest.newBuilder()
                .setKey(key)
                .setStartRevision(seenAt + 1)
                .build();
        OwnWatch watch = OwnWatch.begin(watches, request, new OwnWatch.Listener() {
            @Override
            public void changed(List<Event> events) {
                if (events.stream().anyMatch(event -> event.getType() == EventType.DELETE)) {
                    gone.complete(null);
                }
            }

            @Override
            public void ended(EtcdError reason) {
                if (reason == EtcdError.COMPACTED) {
                    gone.complete(null); // the key is read again to see whether it is gone
                } else {
                    gone.completeExceptionally(Statuses.of(reason));
                }
            }
        });
        cancelled.thenRun(() -> gone.completeExceptionally(new CancellationException("the client has disconnected")));
        return gone.whenCompleteAsync((done, failure) -> watch.close(), threads);
    }
}
