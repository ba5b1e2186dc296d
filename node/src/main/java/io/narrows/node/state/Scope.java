package io.narrows.node.state;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.mvcc.Change;
import io.narrows.node.mvcc.View;
import java.io.IOException;
import java.util.Optional;

/** The reads of a transaction, and its changes if allowed. */
interface Scope {
    long revision();

    long compactRevision();

    Optional<KeyValue> get(ByteString key) throws IOException;

    boolean hasLease(long id) throws IOException;

    RangeResponse range(RangeRequest request) throws IOException, EtcdException;

    PutResponse put(PutRequest request) throws IOException, EtcdException;

    DeleteRangeResponse deleteRange(DeleteRangeRequest request) throws IOException, EtcdException;

    static Scope of(Change change) {
        return new Changing(change);
    }

    static Scope of(View view) {
        return new Reading(view);
    }

    /** An entry of the log. */
    record Changing(Change change) implements Scope {
        @Override
        public long revision() {
            return change.revision();
        }

        @Override
        public long compactRevision() {
            return change.compactRevision();
        }

        @Override
        public Optional<KeyValue> get(ByteString key) throws IOException {
            return change.get(key);
        }

        @Override
        public boolean hasLease(long id) throws IOException {
            return change.hasLease(id);
        }

        @Override
        public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
            return change.range(request);
        }

        @Override
        public PutResponse put(PutRequest request) throws IOException, EtcdException {
            return change.put(request);
        }

        @Override
        public DeleteRangeResponse deleteRange(DeleteRangeRequest request) throws IOException, EtcdException {
            return change.deleteRange(request);
        }
    }

    /** Read-only. */
    record Reading(View view) implements Scope {
        @Override
        public long revision() {
            return view.revision();
        }

        @Override
        public long compactRevision() {
            return view.compactRevision();
        }

        @Override
        public Optional<KeyValue> get(ByteString key) throws IOException {
            return view.get(key);
        }

        @Override
        public boolean hasLease(long id) {
            throw new IllegalArgumentException("put with lease " + id + " (expected: a read-only transaction)");
        }

        @Override
        public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
            return view.range(request);
        }

        @Override
        public PutResponse put(PutRequest request) {
            throw new IllegalArgumentException("put (expected: a read-only transaction)");
        }

        @Override
        public DeleteRangeResponse deleteRange(DeleteRangeRequest request) {
            throw new IllegalArgumentException("delete (expected: a read-only transaction)");
        }
    }
}
