package io.narrows.tests.linearizability;

import com.google.protobuf.ByteString;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.Compare;
import io.narrows.node.etcd.DeleteRangeRequest;
import io.narrows.node.etcd.DeleteRangeResponse;
import io.narrows.node.etcd.KVGrpc;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.PutRequest;
import io.narrows.node.etcd.PutResponse;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.etcd.ResponseOp;
import io.narrows.node.etcd.TxnRequest;
import io.narrows.node.etcd.TxnResponse;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** A store in memory that leaves some requests without a response, as any store may, and gives some false responses. */
final class LyingStore extends KVGrpc.KVImplBase implements Closeable {
    /** The kinds of false responses. */
    enum Lie {
        NONE,
        /** Acknowledges a put without writing. */
        LOST_WRITE,
        /** Returns the value before the last write. */
        STALE_READ,
        /** Replaces a value without comparing. */
        BLIND_REPLACEMENT,
        /** Refuses a put with "too many requests", but writes it. */
        FALSE_REFUSAL
    }

    private static final int ANSWERS_FOR_A_LIE = 20;
    private static final int ANSWERS_FOR_A_LOST_ONE = 30;
    private static final Status LOST = Status.UNAVAILABLE.withDescription("the answer is lost");
    private static final Status TOO_MANY = Status.RESOURCE_EXHAUSTED.withDescription("etcdserver: too many requests");

    private final Lie lie;
    private final SplittableRandom random;
    private final Server server;
    private final Map<ByteString, KeyValue> current = new HashMap<>();
    private final Map<ByteString, KeyValue> previous = new HashMap<>();
    private long revision = 1;

    LyingStore(Lie lie, SplittableRandom random) throws IOException {
        this.lie = lie;
        this.random = random;
        this.server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(this)
                .build()
                .start();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
    }

    @Override
    public synchronized void range(RangeRequest request, StreamObserver<RangeResponse> observer) {
        answer(range(request), observer);
    }

    @Override
    public synchronized void put(PutRequest request, StreamObserver<PutResponse> observer) {
        Optional<KeyValue> before = Optional.ofNullable(current.get(request.getKey()));
        if (lies(Lie.LOST_WRITE)) {
            revision++;
        } else {
            write(request);
        }
        if (lies(Lie.FALSE_REFUSAL)) {
            observer.onError(TOO_MANY.asRuntimeException());
            return;
        }
        PutResponse.Builder response = PutResponse.newBuilder().setHeader(header());
        if (request.getPrevKv()) {
            before.ifPresent(response::setPrevKv);
        }
        answer(response.build(), observer);
    }

    @Override
    public synchronized void deleteRange(DeleteRangeRequest request, StreamObserver<DeleteRangeResponse> observer) {
        Optional<KeyValue> before = Optional.ofNullable(current.remove(request.getKey()));
        before.ifPresent(removed -> {
            previous.put(request.getKey(), removed);
            revision++;
        });
        DeleteRangeResponse.Builder response = DeleteRangeResponse.newBuilder().setHeader(header());
        before.ifPresent(response::addPrevKvs);
        answer(response.build(), observer);
    }

    @Override
    public synchronized void txn(TxnRequest request, StreamObserver<TxnResponse> observer) {
        TxnResponse.Builder response = TxnResponse.newBuilder();
        if (matches(request.getCompare(0)) || lies(Lie.BLIND_REPLACEMENT)) {
            write(request.getSuccess(0).getRequestPut());
            response.setSucceeded(true);
        } else {
            RangeResponse found = range(request.getFailure(0).getRequestRange());
            response.addResponses(ResponseOp.newBuilder().setResponseRange(found));
        }
        answer(response.setHeader(header()).build(), observer);
    }

    private RangeResponse range(RangeRequest request) {
        KeyValue found = (lies(Lie.STALE_READ) ? previous : current).get(request.getKey());
        return RangeResponse.newBuilder()
                .setHeader(header())
                .addAllKvs(found == null ? List.of() : List.of(found))
                .build();
    }

    private boolean matches(Compare compare) {
        KeyValue found = current.getOrDefault(compare.getKey(), KeyValue.getDefaultInstance());
        return compare.getTarget() == Compare.CompareTarget.VALUE
                ? found.getValue().equals(compare.getValue())
                : found.getModRevision() == compare.getModRevision();
    }

    private void write(PutRequest request) {
        revision++;
        KeyValue written = KeyValue.newBuilder()
                .setKey(request.getKey())
                .setValue(request.getValue())
                .setModRevision(revision)
                .build();
        KeyValue before = current.put(request.getKey(), written);
        if (before != null) {
            previous.put(request.getKey(), before);
        }
    }

    private boolean lies(Lie about) {
        return lie == about && random.nextInt(ANSWERS_FOR_A_LIE) == 0;
    }

    private ResponseHeader header() {
        return ResponseHeader.newBuilder().setRevision(revision).build();
    }

    private <T> void answer(T response, StreamObserver<T> observer) {
        if (random.nextInt(ANSWERS_FOR_A_LOST_ONE) == 0) {
            observer.onError(LOST.asRuntimeException());
        } else {
            observer.onNext(response);
            observer.onCompleted();
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
