package io.narrows.proxy.discovery.kubernetes;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the bytes of a response, or the bytes of each of its lines, up to a limit. */
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int most;
    private final @Nullable Consumer<byte[]> lines;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private @Nullable Subscription subscription;

    private BoundedBody(int most, @Nullable Consumer<byte[]> lines) {
        this.most = most;
        this.lines = lines;
    }

    /** Collects the whole body. */
    static BoundedBody whole(int most) {
        return new BoundedBody(most, null);
    }

    /**
     * Passes each line on as soon as it is complete. The body is then empty.
     *
     * @param most maximum length of a line, in bytes
     */
    static BoundedBody lines(int most, Consumer<byte[]> lines) {
        return new BoundedBody(most, lines);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription added) {
        subscription = added;
        added.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        Subscription current = subscription;
        if (body.isDone() || current == null) {
            return;
        }
        try {
            for (ByteBuffer buffer : buffers) {
                take(buffer);
            }
            current.request(1);
        } catch (IOException | RuntimeException e) {
            current.cancel();
            body.completeExceptionally(e);
        }
    }

    private void take(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            int end = lines == null ? -1 : end(buffer);
            byte[] bytes = new byte[(end < 0 ? buffer.limit() : end) - buffer.position()];
            if (collected.size() + bytes.length > most) {
                throw new IOException("the response is longer than " + most + " bytes");
            }
            buffer.get(bytes);
            collected.writeBytes(bytes);
            if (end >= 0) {
                buffer.get(); // the end of the line
                finishLine();
            }
        }
    }

    private static int end(ByteBuffer buffer) {
        for (int i = buffer.position(); i < buffer.limit(); i++) {
            if (buffer.get(i) == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void finishLine() {
        byte[] line = collected.toByteArray();
        collected.reset();
        if (lines != null && line.length > 0) {
            lines.accept(line);
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(lines == null ? collected.toByteArray() : new byte[0]);
    }
}
