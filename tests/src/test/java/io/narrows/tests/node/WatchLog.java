package io.narrows.tests.node;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchCancelRequest;
import io.narrows.node.etcd.WatchCreateRequest;
import io.narrows.node.etcd.WatchProgressRequest;
import io.narrows.node.etcd.WatchRequest;
import io.narrows.node.etcd.WatchResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** One stream of watches to a store: all its responses, by watch. */
final class WatchLog implements StreamObserver<WatchResponse> {
    private final Map<Long, List<String>> heard = new TreeMap<>();
    /** The revision of each watch's last event. */
    private final Map<Long, Long> reached = new HashMap<>();
    /** Violations of the guarantees of etcd's watches, with the responses. */
    private final List<String> faults = new ArrayList<>();

    private final Set<Long> canceled = new HashSet<>();

    private StreamObserver<WatchRequest> requests;
    private int created;
    private int progressed;
    private long lastCreated;

    private WatchLog() {}

    static WatchLog begin(Function<StreamObserver<WatchResponse>, StreamObserver<WatchRequest>> call) {
        WatchLog log = new WatchLog();
        log.requests = call.apply(log);
        return log;
    }

    void create(WatchCreateRequest request) {
        requests.onNext(WatchRequest.newBuilder().setCreateRequest(request).build());
    }

    void cancel(long id) {
        WatchCancelRequest request =
                WatchCancelRequest.newBuilder().setWatchId(id).build();
        requests.onNext(WatchRequest.newBuilder().setCancelRequest(request).build());
    }

    void askProgress() {
        WatchProgressRequest request = WatchProgressRequest.getDefaultInstance();
        requests.onNext(WatchRequest.newBuilder().setProgressRequest(request).build());
    }

    void end() {
        requests.onCompleted();
    }

    /** Returns the number of answered requests for watches, refusals included. */
    synchronized int created() {
        return created;
    }

    /** Returns the last granted watch; -1 if the last request was refused. */
    synchronized long lastCreated() {
        return lastCreated;
    }

    synchronized int progressed() {
        return progressed;
    }

    synchronized long reached(long id) {
        return reached.getOrDefault(id, 0L);
    }

    synchronized boolean isCanceled(long id) {
        return canceled.contains(id);
    }

    /** Returns, by watch, the events and the responses without events since the previous call. */
    synchronized Map<Long, List<String>> take() {
        Map<Long, List<String>> taken = new TreeMap<>(heard);
        heard.clear();
        return taken;
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    synchronized void await(BooleanSupplier condition, Duration limit) throws InterruptedException, TimeoutException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new TimeoutException("within " + limit + " came only " + reached + ", " + heard);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @Override
    public synchronized void onNext(WatchResponse response) {
        List<String> log = heard.computeIfAbsent(response.getWatchId(), id -> new ArrayList<>());
        if (response.getEventsCount() == 0) {
            log.add(text(Answer.comparable(response)));
            noteControl(response);
        } else {
            response.getEventsList().forEach(event -> log.add(text(event)));
            note(response);
        }
        notifyAll();
    }

    private void noteControl(WatchResponse response) {
        if (response.getCreated()) {
            created++;
            lastCreated = response.getWatchId();
            canceled.remove(response.getWatchId());
            reached.remove(response.getWatchId());
        } else if (response.getCanceled()) {
            canceled.add(response.getWatchId());
        } else {
            progressed++;
        }
    }

    private void note(WatchResponse response) {
        long before = reached(response.getWatchId());
        long first = revision(response.getEvents(0));
        long last = revision(response.getEvents(response.getEventsCount() - 1));
        if (first <= before) {
            faults.add("a revision comes in two responses, or again, after " + before + ": " + response);
        }
        if (last > response.getHeader().getRevision()) {
            faults.add("an event is ahead of its header: " + response);
        }
        reached.put(response.getWatchId(), last);
    }

    private static String text(Message message) {
        return TextFormat.printer().emittingSingleLine(true).printToString(message);
    }

    private static long revision(Event event) {
        return event.getKv().getModRevision();
    }

    @Override
    public synchronized void onError(Throwable failure) {
        faults.add("the stream has failed: " + failure);
        notifyAll();
    }

    @Override
    public void onCompleted() {}
}
