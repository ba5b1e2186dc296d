package io.narrows.tests.dashboards;

import java.util.List;
import java.util.Map;

/** One panel of a dashboard. */
record Panel(String dashboard, Map<String, Object> json) {
    String title() {
        return (String) json.getOrDefault("title", "");
    }

    String description() {
        return (String) json.getOrDefault("description", "");
    }

    String unit() {
        Map<String, Object> defaults = Dashboard.object(Dashboard.object(json, "fieldConfig"), "defaults");
        return (String) defaults.getOrDefault("unit", "");
    }

    int id() {
        return (int) json.get("id");
    }

    List<Target> targets() {
        return Dashboard.objects(json, "targets").stream()
                .map(target -> new Target(dashboard + ": " + title(), target))
                .toList();
    }

    /** Returns whether both cover a square of the grid. */
    boolean overlaps(Panel other) {
        return from("x") < other.to("x", "w")
                && other.from("x") < to("x", "w")
                && from("y") < other.to("y", "h")
                && other.from("y") < to("y", "h");
    }

    private int from(String axis) {
        return (int) Dashboard.object(json, "gridPos").get(axis);
    }

    private int to(String axis, String size) {
        return from(axis) + from(size);
    }

    @Override
    public String toString() {
        return dashboard + ": " + title();
    }
}
