package io.narrows.node.api;

import com.google.protobuf.ByteString;
import io.grpc.stub.ServerCallStreamObserver;
import io.narrows.node.etcd.SnapshotResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;

/**
 * Sends a snapshot in etcd's stream format: the file in chunks, then its SHA-256. The writing thread waits for the
 * client; the stream is aborted if the client reads nothing for a minute.
 */
final class SnapshotStream implements SnapshotSource.Sink {
    private static final int BLOB_BYTES = 256 << 10;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ServerCallStreamObserver<SnapshotResponse> client;
    private final MessageDigest digest;
    private boolean cancelled;

    SnapshotStream(ServerCallStreamObserver<SnapshotResponse> client) {
        this.client = client;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
        client.setOnReadyHandler(this::wake);
        client.setOnCancelHandler(this::cancel);
    }

    /** Sends the checksum; must be called once, after the whole file has been written. */
    void finish() throws IOException {
        send(ByteString.copyFrom(digest.digest()), 0);
        client.onCompleted();
    }

    @Override
    public void write(ByteBuffer chunk, long remaining) throws IOException {
        while (chunk.hasRemaining()) {
            ByteString blob = ByteString.copyFrom(chunk, Math.min(BLOB_BYTES, chunk.remaining()));
            digest.update(blob.asReadOnlyByteBuffer());
            send(blob, chunk.remaining() + remaining);
        }
    }

    private void send(ByteString blob, long remaining) throws IOException {
        awaitReady();
        client.onNext(SnapshotResponse.newBuilder()
                .setBlob(blob)
                .setRemainingBytes(remaining)
                .build());
    }

    private synchronized void awaitReady() throws IOException {
        long start = System.nanoTime();
        while (!cancelled && !client.isReady()) {
            long left = PATIENCE_NANOS - (System.nanoTime() - start);
            if (left <= 0) {
                throw new IOException("the snapshot's client has read nothing for a minute");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("snapshot transfer interrupted");
            }
        }
        if (cancelled) {
            throw new IOException("the snapshot's client has disconnected");
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    private synchronized void cancel() {
        cancelled = true;
        notifyAll();
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }
}
