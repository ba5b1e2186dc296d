package io.narrows.node.watch;

import static io.narrows.node.mvcc.Requests.bytes;

import io.narrows.node.command.Command;
import io.narrows.node.command.Outcome;
import io.narrows.node.etcd.CompactionRequest;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.RequestOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.WatchCancelRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchProgressRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.Requests;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.state.StateMachine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A keyspace with its hub. The test applies the changes; it may bypass the hub. */
final class WatchedStore implements Closeable {
    private final Keyspace keyspace;
    private final WatchHub hub;
    private final StateMachine machine;
    private final StateMachine unheard;
    private final List<Event> log = new ArrayList<>();
    private long index;

    WatchedStore(Path directory, WatchOptions options) throws IOException {
        keyspace = Keyspace.open(directory.resolve("store"), KeyspaceOptions.defaults());
        hub = new WatchHub(keyspace, options);
        machine = new StateMachine(keyspace, new ChangeListener() {
            @Override
            public void changed(long revision, List<Event> events) {
                log.addAll(events);
                hub.changed(revision, events);
            }
        });
        unheard = new StateMachine(keyspace, new ChangeListener() {});
    }

    WatchHub hub() {
        return hub;
    }

    Keyspace keyspace() {
        return keyspace;
    }

    /** Returns all events that were applied and passed to the hub. */
    List<Event> log() {
        return log;
    }

    /** @return the revision of the put */
    long put(String key, String value) throws IOException {
        return apply(Command.newBuilder().setPut(Requests.put(key, value)).build())
                .getPut()
                .getHeader()
                .getRevision();
    }

    void putUnheard(String key, String value) throws IOException {
        unheard.apply(Command.newBuilder().setPut(Requests.put(key, value)).build(), new Applied(1, index++));
    }

    void delete(String key, String end) throws IOException {
        apply(Command.newBuilder().setDeleteRange(Requests.delete(key, end)).build());
    }

    void compact(long revision) throws IOException {
        Outcome outcome = apply(Command.newBuilder()
                .setCompact(CompactionRequest.newBuilder().setRevision(revision))
                .build());
        if (outcome.hasRefusal()) {
            throw new AssertionError(outcome.getRefusal().getText());
        }
    }

    /** Puts all keys in one revision. */
    void putTogether(List<String> keys, String value) throws IOException {
        TxnRequest.Builder txn = TxnRequest.newBuilder();
        for (String key : keys) {
            PutRequest put = Requests.put(key, value);
            txn.addSuccess(RequestOp.newBuilder().setRequestPut(put));
        }
        apply(Command.newBuilder().setTxn(txn).build());
    }

    Outcome apply(Command command) throws IOException {
        return machine.apply(command, new Applied(1, index++));
    }

    static WatchCreateRequest.Builder watching(String key) {
        return WatchCreateRequest.newBuilder().setKey(bytes(key));
    }

    static WatchCreateRequest.Builder watching(String key, String end) {
        return watching(key).setRangeEnd(bytes(end));
    }

    static WatchRequest create(WatchCreateRequest.Builder request) {
        return WatchRequest.newBuilder().setCreateRequest(request).build();
    }

    static WatchRequest cancel(long id) {
        return WatchRequest.newBuilder()
                .setCancelRequest(WatchCancelRequest.newBuilder().setWatchId(id))
                .build();
    }

    static WatchRequest progress() {
        return WatchRequest.newBuilder()
                .setProgressRequest(WatchProgressRequest.getDefaultInstance())
                .build();
    }

    @Override
    public void close() throws IOException {
        hub.close();
        keyspace.close();
    }
}
