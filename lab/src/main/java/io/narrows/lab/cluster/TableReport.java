package io.narrows.lab.cluster;

import io.narrows.terminal.output.Screen;
import java.util.ArrayList;
import java.util.List;

/** Writes a table that is redrawn each second on a terminal, and occasionally elsewhere. */
final class TableReport implements ClusterReport {
    private final Screen screen;

    @SuppressWarnings("NullAway.Init") // begin is called first
    private Layout layout;

    TableReport(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void begin(Layout begun) {
        layout = begun;
        List<String> zones = begun.members().stream().map(Member::zone).toList();
        screen.print("""
                Three stores in %s, each with its own sidecar: six
                processes. Kubernetes pods, events and node leases are written through etcd's API;
                the traffic between the stores goes through the sidecars.

                """.formatted(String.join(", ", zones)));
    }

    @Override
    public void live(ClusterFigures soFar) {
        screen.drawLive(soFar.load().seconds(), () -> ClusterTable.lines(soFar, layout));
    }

    @Override
    public void carried(ClusterFigures whole) {
        screen.draw(ClusterTable.lines(whole, layout));
        screen.keep();
        screen.draw(CostTable.lines(whole));
        screen.keep();
    }

    @Override
    public void tried(List<ClusterFigures> policies, int left) {
        if (screen.terminal()) {
            List<String> lines = new ArrayList<>(ComparisonTable.lines(policies));
            lines.add(left == 0 ? "" : "running the same load under each policy, " + left + " to go");
            screen.draw(lines);
        }
    }

    @Override
    public void compared(List<ClusterFigures> policies) {
        if (!screen.terminal() && !policies.isEmpty()) {
            screen.draw(ComparisonTable.lines(policies));
        }
        screen.keep();
    }
}
