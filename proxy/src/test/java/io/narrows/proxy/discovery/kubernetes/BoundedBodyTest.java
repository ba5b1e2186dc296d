package io.narrows.proxy.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.Test;

final class BoundedBodyTest {
    private static final class Upstream implements Subscription {
        private boolean canceled;

        @Override
        public void request(long count) {}

        @Override
        public void cancel() {
            canceled = true;
        }
    }

    private final Upstream upstream = new Upstream();
    private final List<String> lines = new ArrayList<>();

    private void send(BoundedBody body, String... chunks) {
        body.onSubscribe(upstream);
        for (String chunk : chunks) {
            body.onNext(List.of(ByteBuffer.wrap(chunk.getBytes(StandardCharsets.UTF_8))));
        }
    }

    private static CompletableFuture<byte[]> end(BoundedBody body) {
        body.onComplete();
        return body.getBody().toCompletableFuture();
    }

    @Test
    void lines_arePassedOnWhenTheyAreComplete() {
        BoundedBody body = BoundedBody.lines(5, line -> lines.add(new String(line, StandardCharsets.UTF_8)));

        send(body, "on", "e\ntwo\n\nth", "ree\nfour");

        assertThat(lines).containsExactly("one", "two", "three");
        assertThat(end(body)).isCompletedWithValueMatching(rest -> rest.length == 0);
    }

    @Test
    void longLine_endsTheResponse() {
        BoundedBody body = BoundedBody.lines(5, line -> lines.add(new String(line, StandardCharsets.UTF_8)));

        send(body, "one\n123", "456");

        assertThat(upstream.canceled).isTrue();
        assertThat(end(body)).isCompletedExceptionally();
    }

    @Test
    void wholeBody_isCollected_upToTheLimit() {
        BoundedBody body = BoundedBody.whole(6);
        send(body, "12\n", "456");
        assertThat(end(body)).isCompletedWithValueMatching(bytes -> bytes.length == 6);

        BoundedBody longer = BoundedBody.whole(6);
        send(longer, "123456", "7");
        assertThat(end(longer)).isCompletedExceptionally();
    }
}
