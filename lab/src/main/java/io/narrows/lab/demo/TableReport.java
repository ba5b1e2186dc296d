package io.narrows.lab.demo;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes a table that is redrawn each second on a terminal, and occasionally elsewhere. */
final class TableReport implements Report {
    private final Screen screen;

    @SuppressWarnings("NullAway.Init") // begin is called first
    private Topology topology;

    TableReport(Screen screen) {
        this.screen = screen;
    }

    @Override
    public void begin(Topology begun) {
        topology = begun;
        screen.print("""
                Recorded traffic of etcd, PostgreSQL and Ratis between %s and %s,
                through two sidecars; every byte is compared with the recording at the far end.

                """.formatted(begun.near().region(), begun.far().region()));
    }

    @Override
    public void live(LiveFigures figures) {
        screen.drawLive(figures.seconds(), () -> LiveTable.lines(figures, topology));
    }

    @Override
    public void carried(LiveFigures whole) {
        screen.draw(LiveTable.lines(whole, topology));
        screen.keep();
    }

    @Override
    public void tried(List<CodecFigures> codecs) {
        if (screen.terminal()) {
            List<String> lines = new ArrayList<>(CodecTable.lines(codecs));
            int left = CodecTrial.CODECS.size() - codecs.size();
            if (left > 0) {
                lines.add("replaying a part of the same traffic under each codec, " + left + " to go");
            } else {
                lines.addAll(PayoffTable.lines(codecs));
            }
            screen.draw(lines);
        }
    }

    @Override
    public void summary(LiveFigures whole, List<CodecFigures> codecs, long mismatches) {
        if (!screen.terminal() && !codecs.isEmpty()) {
            screen.draw(Stream.concat(CodecTable.lines(codecs).stream(), PayoffTable.lines(codecs).stream())
                    .toList());
        }
        screen.print(String.format(
                Locale.ROOT,
                "%s of application data were sent as %s. %s%n",
                Amounts.bytes(whole.total().appBytes()),
                Amounts.bytes(whole.total().wireBytes()),
                mismatches == 0 ? "Every byte arrived as it was sent." : mismatches + " BYTES DIFFER."));
    }
}
