package io.narrows.tests.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** One page in the browser. */
public final class Tab implements AutoCloseable {
    private static final Set<String> BAD_LEVELS = Set.of("error", "warning");

    private final DevTools devTools;

    /** An element in the accessibility tree. */
    public record Accessible(String role, String name) {}

    Tab(DevTools devTools, String url, Viewport viewport) {
        this.devTools = devTools;
        for (String domain : List.of("Page", "Runtime", "Log", "Accessibility", "Network")) {
            devTools.ask(domain + ".enable", Map.of());
        }
        look(viewport);
        go(url);
    }

    /** Navigates to another page. */
    public void go(String url) {
        devTools.ask("Page.navigate", Map.of("url", url));
    }

    /** Runs a script at the beginning of every page opened from now on. */
    public void runBeforePages(String script) {
        devTools.ask("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** Makes the browser fail to load a path from now on; null ends this. */
    public void block(String path) {
        String urls = path == null ? "[]" : "[\"*" + path + "\"]";
        devTools.ask("Network.setBlockedURLs", Map.of("urls", new Raw(urls)));
    }

    /** Changes the viewport. */
    public void look(Viewport viewport) {
        devTools.ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width", viewport.width(),
                        "height", viewport.height(),
                        "deviceScaleFactor", viewport.scale(),
                        "mobile", viewport.phone()));
        String scheme = viewport.dark() ? "dark" : "light";
        devTools.ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", new Raw("[{\"name\":\"prefers-color-scheme\",\"value\":\"" + scheme + "\"}]")));
    }

    /** Brings the tab to the front; a page may suspend work while hidden. */
    public void show() {
        devTools.ask("Page.bringToFront", Map.of());
    }

    /** Returns the value of an expression, which may be a promise, as JSON. */
    public Object evaluate(String expression) {
        Map<String, Object> answer = devTools.ask(
                "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.containsKey("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
        }
        return map(answer, "result").get("value");
    }

    /** Returns the bytes that the page's scripts hold, after a collection. */
    public double heapBytes() {
        devTools.ask("HeapProfiler.collectGarbage", Map.of());
        return ((Number) devTools.ask("Runtime.getHeapUsage", Map.of()).get("usedSize")).doubleValue();
    }

    public String text(String selector) {
        return (String) evaluate("document.querySelector('%s')?.textContent ?? ''".formatted(selector));
    }

    /** Returns the exact value of a figure, which the page stores next to its text. */
    public double value(String selector) {
        return ((Number) evaluate("Number(document.querySelector('%s').value)".formatted(selector))).doubleValue();
    }

    @SuppressWarnings("unchecked")
    public List<String> texts(String selector) {
        return (List<String>)
                evaluate("[...document.querySelectorAll('%s')].map(e => e.textContent)".formatted(selector));
    }

    /** Presses a key: {@code Tab}, {@code Enter}. */
    public void press(String key) {
        String text = key.equals("Enter") ? "\r" : "";
        int code = key.equals("Enter") ? 13 : 9;
        for (String type : List.of("keyDown", "keyUp")) {
            devTools.ask(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "text", text, "windowsVirtualKeyCode", code));
        }
    }

    /** Returns errors and warnings of the console, exceptions, and requests that the browser blocked. */
    public List<String> problems() {
        return devTools.events().stream()
                .filter(Tab::isProblem)
                .map(event -> event.method() + " " + event.parameters())
                .toList();
    }

    private static boolean isProblem(DevTools.Event event) {
        return switch (event.method()) {
            case "Runtime.exceptionThrown" -> true;
            case "Runtime.consoleAPICalled" ->
                BAD_LEVELS.contains((String) event.parameters().get("type"));
            case "Log.entryAdded" ->
                BAD_LEVELS.contains((String) map(event.parameters(), "entry").get("level"));
            default -> false;
        };
    }

    /**
     * Returns the response to the page's last request for a path.
     *
     * @throws NoSuchElementException if it has not requested that path
     */
    public String lastAnswer(String path) {
        Object request = devTools.events().stream()
                .filter(event -> event.method().equals("Network.responseReceived"))
                .map(DevTools.Event::parameters)
                .filter(answer -> ((String) map(answer, "response").get("url")).endsWith(path))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .get("requestId");
        return (String) devTools.ask("Network.getResponseBody", Map.of("requestId", request))
                .get("body");
    }

    /** Returns all elements that are not hidden from screen readers. */
    @SuppressWarnings("unchecked")
    public List<Accessible> accessibilityTree() {
        List<Map<String, Object>> nodes = (List<Map<String, Object>>)
                devTools.ask("Accessibility.getFullAXTree", Map.of()).get("nodes");
        return nodes.stream()
                .filter(node -> Boolean.FALSE.equals(node.get("ignored")))
                .map(node -> new Accessible(valueOf(node, "role"), valueOf(node, "name")))
                .toList();
    }

    private static String valueOf(Map<String, Object> node, String key) {
        return node.containsKey(key) ? String.valueOf(map(node, key).get("value")) : "";
    }

    /** Writes the visible part of the page as PNG. */
    public void screenshot(Path file) throws IOException {
        String data = (String)
                devTools.ask("Page.captureScreenshot", Map.of("format", "png")).get("data");
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() {
        devTools.ask("Page.close", Map.of());
        devTools.close();
    }

    /** JSON that is written verbatim. */
    private record Raw(String json) {
        @Override
        public String toString() {
            return json;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> parent, String key) {
        return (Map<String, Object>) parent.get(key);
    }
}
