package io.narrows.node.watch;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.WatchResponse;
import io.narrows.node.watch.message.EncodedWatchResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A client that records the messages it receives, and reads only while the test lets it. */
final class RecordingClient implements WatchClient {
    private static final long PATIENCE_SECONDS = 20;

    private final BlockingQueue<EncodedWatchResponse> responses = new LinkedBlockingQueue<>();
    private final Semaphore requests = new Semaphore(0);
    private volatile boolean reading = true;
    private volatile boolean closed;

    @Override
    public boolean isReady() {
        return reading;
    }

    @Override
    public void send(EncodedWatchResponse response) {
        responses.add(response);
    }

    @Override
    public void requestNext() {
        requests.release();
    }

    @Override
    public void closed() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void reading(boolean does) {
        reading = does;
    }

    /** Waits until the hub wants the next request. */
    void awaitRequested() throws InterruptedException {
        if (!requests.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no request is asked for");
        }
    }

    WatchResponse next() throws InterruptedException {
        return decoded(nextEncoded());
    }

    EncodedWatchResponse nextEncoded() throws InterruptedException {
        EncodedWatchResponse response = responses.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (response == null) {
            throw new AssertionError("no response comes");
        }
        return response;
    }

    /** Returns the next events, regardless of how they are split into responses. */
    List<Event> nextEvents(int count) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        while (events.size() < count) {
            events.addAll(next().getEventsList());
        }
        return events;
    }

    /** Returns the received responses that were not taken yet. */
    List<WatchResponse> waiting() {
        return responses.stream().map(RecordingClient::decoded).toList();
    }

    private static WatchResponse decoded(EncodedWatchResponse response) {
        try {
            return WatchResponse.parseFrom(response.toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
