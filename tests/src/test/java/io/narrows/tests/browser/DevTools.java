package io.narrows.tests.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A session with one tab in the <a href="https://chromedevtools.github.io/devtools-protocol/">DevTools protocol</a>: commands
 * with an id that their responses repeat, and events without one.
 */
final class DevTools implements AutoCloseable {
    private static final long LIMIT_SECONDS = 120;

    /** An event in the tab. */
    record Event(String method, Map<String, Object> parameters) {}

    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<String, Object>>> waiting = new ConcurrentHashMap<>();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final WebSocket socket;

    DevTools(URI address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Messages())
                .join();
    }

    /** Sends a command and returns its response. */
    Map<String, Object> ask(String method, Map<String, Object> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(Json.of(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        return answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Returns all events so far. */
    List<Event> events() {
        return List.copyOf(events);
    }

    @Override
    public void close() {
        socket.abort();
    }

    @SuppressWarnings("unchecked")
    private void take(Map<String, Object> message) {
        if (!message.containsKey("id")) {
            events.add(new Event((String) message.get("method"), (Map<String, Object>) message.get("params")));
            return;
        }
        CompletableFuture<Map<String, Object>> answer = waiting.remove((Integer) message.get("id"));
        if (message.containsKey("error")) {
            answer.completeExceptionally(new IllegalStateException(String.valueOf(message.get("error"))));
        } else {
            answer.complete((Map<String, Object>) message.get("result"));
        }
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                Map<String, Object> message = Json.parse(text);
                text.setLength(0);
                take(message);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket webSocket, Throwable error) {
            waiting.values().forEach(answer -> answer.completeExceptionally(error));
        }
    }
}
