package io.narrows.tests.dashboards;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A dashboard's JSON, as read by Grafana.
 *
 * @param name of its file, without the extension
 */
record Dashboard(String name, Map<String, Object> json) {
    private static final Path FOLDER = Path.of("..", "dashboards", "grafana");
    private static final String STORE = "store";

    /** Returns all dashboards of the repository. */
    static List<Dashboard> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(Dashboard::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns those for the metrics of sidecars. */
    static List<Dashboard> ofSidecars() {
        return all().stream().filter(dashboard -> !dashboard.name.equals(STORE)).toList();
    }

    /** Returns the one for the metrics of stores. */
    static Dashboard ofStores() {
        return read(FOLDER.resolve(STORE + ".json"));
    }

    private static Dashboard read(Path file) {
        try {
            String name = file.getFileName().toString().replace(".json", "");
            return new Dashboard(name, parse(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the variables, including the data source. */
    List<Map<String, Object>> variables() {
        return objects(object(json, "templating"), "list");
    }

    Map<String, Object> variable(String variable) {
        return variables().stream()
                .filter(candidate -> variable.equals(candidate.get("name")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("dashboard " + name + " has no variable " + variable));
    }

    /** Returns all panels with content; rows, which only group panels, are left out. */
    List<Panel> panels() {
        return objects(json, "panels").stream()
                .filter(panel -> !"row".equals(panel.get("type")))
                .map(panel -> new Panel(name, panel))
                .toList();
    }

    /** Returns the queries of all panels. */
    List<Target> targets() {
        return panels().stream().flatMap(panel -> panel.targets().stream()).toList();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> parse(String text) {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Map<String, Object> parent, String key) {
        return (Map<String, Object>) parent.getOrDefault(key, Map.of());
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> objects(Map<String, Object> parent, String key) {
        return (List<Map<String, Object>>) parent.getOrDefault(key, List.of());
    }

    @Override
    public String toString() {
        return name;
    }
}
