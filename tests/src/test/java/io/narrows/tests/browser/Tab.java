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

    /** An element as people with a screen reader meet it. */
    public record Accessible(String role, String name) {}

    Tab(DevTools devTools, String url, Viewport viewport) {
        this.devTools = devTools;
        for (String domain : List.of("Page", "Runtime", "Log", "Accessibility", "Network")) {
            devTools.ask(domain + ".enable", Map.of());
        }
        look(viewport);
        go(url);
    }

    /** Opens another page in the place of this one. */
    public void go(String url) {
        devTools.ask("Page.navigate", Map.of("url", url));
    }

    /** Runs a script at the beginning of every page that is opened from now on. */
    public void runBeforePages(String script) {
        devTools.ask("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** From now on the browser fails to load a path; null for none. */
    public void block(String path) {
        String urls = path == null ? "[]" : "[\"*" + path + "\"]";
        devTools.ask("Network.setBlockedURLs", Map.of("urls", new Raw(urls)));
    }

    /** Changes what the page is looked at with. */
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

    /** Shows it in place of the other tabs; a page may rest while it is not seen. */
    public void show() {
        devTools.ask("Page.bringToFront", Map.of());
    }

    /** The value of an expression, which may be a promise, as JSON has it. */
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

    /** The exact value of a figure, which the page keeps beside its text. */
    public double value(String selector) {
        return ((Number) evaluate("Number(document.querySelector('%s').value)".formatted(selector))).doubleValue();
    }

    @SuppressWarnings("unchecked")
    public List<String> texts(String selector) {
        return (List<String>)
                evaluate("[...document.querySelectorAll('%s')].map(e => e.textContent)".formatted(selector));
    }

    /** A key as people press it: {@code Tab}, {@code Enter}. */
    public void press(String key) {
        String text = key.equals("Enter") ? "\r" : "";
        int code = key.equals("Enter") ? 13 : 9;
        for (String type : List.of("keyDown", "keyUp")) {
            devTools.ask(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "code", key, "text", text, "windowsVirtualKeyCode", code));
        }
    }

    /** Errors and warnings of the console, exceptions, and what the browser refused. */
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
     * What the page's last request for a path was answered.
     *
     * @throws NoSuchElementException when it has not asked for that
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

    /** All elements that are not hidden from screen readers. */
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

    /** Writes what the viewport shows, as PNG. */
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

    /** JSON that is written as it is. */
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
