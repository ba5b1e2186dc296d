package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.narrows.node.command.Answer;
import io.narrows.node.command.Question;
import io.narrows.node.command.Refusal;
import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import io.narrows.node.etcd.ResponseHeader;
import io.narrows.node.replica.Replica;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A client's stream of lease renewals. Up to {@link #WINDOW} renewals are in flight to the leader; each is answered as
 * it completes. Expired or revoked leases are answered with a TTL of 0. The stream ends if the leader cannot be
 * reached.
 */
final class KeepAlives implements StreamObserver<LeaseKeepAliveRequest> {
    private static final int WINDOW = 64;

    private final ServerCallStreamObserver<LeaseKeepAliveResponse> client;
    private final Replica replica;
    private final Supplier<ResponseHeader> header;
    private final Map<Long, CompletableFuture<Answer>> underWay = new HashMap<>();
    private long lastNumber;
    private boolean clientIsDone;
    private boolean ended;

    private KeepAlives(
            ServerCallStreamObserver<LeaseKeepAliveResponse> client, Replica replica, Supplier<ResponseHeader> header) {
        this.client = client;
        this.replica = replica;
        this.header = header;
    }

    /** Starts the stream; must be called while the call starts. */
    static KeepAlives begin(
            StreamObserver<LeaseKeepAliveResponse> observer, Replica replica, Supplier<ResponseHeader> header) {
        var client = (ServerCallStreamObserver<LeaseKeepAliveResponse>) observer;
        KeepAlives stream = new KeepAlives(client, replica, header);
        client.disableAutoRequest();
        client.setOnCancelHandler(stream::cancelled);
        client.request(WINDOW);
        return stream;
    }

    /** Returns whether a refusal means that the lease does not exist. */
    static boolean isGone(Refusal refusal) {
        return refusal.getText().equals(EtcdError.LEASE_NOT_FOUND.text());
    }

    @Override
    public void onNext(LeaseKeepAliveRequest request) {
        // Take the revision before the renewal. With a later one, a client could believe that a lease was alive at a
        // revision after its revocation.
        ResponseHeader asOfNow = header.get();
        Question question = Question.newBuilder().setKeepAlive(request).build();
        CompletableFuture<Answer> asked = replica.ask(question);
        long number = begun(asked);
        asked.whenComplete((answer, failure) -> {
            if (failure == null) {
                answer(number, request.getID(), asOfNow, answer);
            } else {
                fail(failure);
            }
        });
    }

    /** Returns the number of the question. */
    private synchronized long begun(CompletableFuture<Answer> asked) {
        lastNumber++;
        underWay.put(lastNumber, asked);
        if (ended) {
            cancelQuestions();
        }
        return lastNumber;
    }

    private synchronized void answer(long number, long id, ResponseHeader asOfNow, Answer answer) {
        underWay.remove(number);
        if (ended) {
            return;
        }
        if (answer.hasRefusal() && !isGone(answer.getRefusal())) {
            fail(Statuses.of(answer.getRefusal()));
            return;
        }
        client.onNext(LeaseKeepAliveResponse.newBuilder()
                .setHeader(asOfNow)
                .setID(id)
                .setTTL(answer.getKeepAlive().getTTL())
                .build());
        if (clientIsDone) {
            completeWhenAllIsAnswered();
        } else {
            client.request(1);
        }
    }

    private synchronized void fail(Throwable failure) {
        if (!ended) {
            ended = true;
            client.onError(Statuses.of(failure));
            cancelQuestions();
        }
    }

    private void completeWhenAllIsAnswered() {
        if (underWay.isEmpty() && !ended) {
            ended = true;
            client.onCompleted();
        }
    }

    @Override
    public synchronized void onCompleted() {
        clientIsDone = true;
        completeWhenAllIsAnswered();
    }

    @Override
    public void onError(Throwable cancelled) {
        cancelled();
    }

    private synchronized void cancelled() {
        ended = true;
        cancelQuestions();
    }

    /** Cancels the questions under way, which would be repeated for a while if there is no leader. */
    private void cancelQuestions() {
        List.copyOf(underWay.values()).forEach(asked -> asked.cancel(false));
    }
}
