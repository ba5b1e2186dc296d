package io.narrows.lab.demo;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;

/** The table of all codecs on the same traffic, at most 79 characters wide. */
final class CodecTable {
    private static final Columns COLUMNS = new Columns("%-7s %7s %6s %6s %6s %6s   %7s %7s %6s %7s");

    private CodecTable() {}

    static List<String> lines(List<CodecFigures> codecs) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("", "", "", "added", "", "both", "$/month", "", "", ""));
        lines.add(COLUMNS.line("codec", "wire", "saved", "p50", "p99", "CPU", "without", "with", "CPU", "net"));
        codecs.forEach(codec -> lines.add(COLUMNS.line(
                codec.codec(),
                Amounts.bytes(codec.counted().wireBytes()),
                Amounts.percent(codec.counted().savedPercent()),
                Amounts.latency(codec.p50()),
                Amounts.latency(codec.p99()),
                Amounts.cores(codec.cpuCores()),
                Amounts.usd(codec.baselineUsdPerMonth()),
                Amounts.usd(codec.wireUsdPerMonth()),
                Amounts.usd(codec.cpuUsdPerMonth()),
                Amounts.usd(codec.netUsdPerMonth()))));
        return lines;
    }
}
