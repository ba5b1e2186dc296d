package io.narrows.cli.estimate;

import io.narrows.estimate.report.Report;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.EstimateCounts;
import io.narrows.estimate.tcp.PacketCounts;
import io.narrows.estimate.tcp.StreamCounts;
import io.narrows.terminal.output.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Cautions about an estimate of a capture: parts that it lacks, and what makes it less exact. */
public final class CaptureNotes {
    private final List<String> notes = new ArrayList<>();

    private CaptureNotes() {}

    /** Returns a line without a full stop for each caution. */
    public static List<String> of(Report report) {
        CaptureNotes notes = new CaptureNotes();
        notes.packets(report.packets());
        notes.streams(report.streams());
        notes.connections(report.counts());
        report.lines().stream()
                .flatMap(line -> line.auto().stream())
                .distinct()
                .map(AutoNote::of)
                .forEach(notes.notes::add);
        return List.copyOf(notes.notes);
    }

    private void packets(PacketCounts packets) {
        note(packets.notIp(), "packets without IP left out: ARP and others, also IP in MPLS or PPPoE");
        note(packets.notTcp(), "packets without TCP left out: UDP and others, also TCP in VXLAN, Geneve or GRE");
        note(packets.fragments(), "fragments of IP packets left out: they are not put together");
        note(packets.malformed(), "packets with contradicting headers left out");
        String whole = " cut by the snap length " + packets.longestSnapLength() + ": capture with tcpdump -s 0";
        note(packets.headersCut(), "packets left out, whose headers were" + whole);
        note(packets.payloadCut(), "segments" + whole);
    }

    private void streams(StreamCounts streams) {
        note(streams.strays(), "segments left out: too far from the others of their connection");
        note(streams.unassignedBytes(), "bytes left out: they came after their connection's end");
        note(
                streams.evicted(),
                "connections forgotten before their end: too many at once, so they began again without their start");
    }

    private void connections(EstimateCounts counts) {
        note(counts.joined(), "connections began before the capture: their start, and maybe their class, is unknown");
        note(counts.holes(), "holes (" + Amounts.bytes(counts.lostBytes()) + "): contexts restarted there");
        note(counts.contextsClosedEarly(), "contexts closed early for lack of memory: raise --context-memory");
        if (counts.leftOutBytes() > 0) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s left out: more than %,d pairs of nodes and classes; give ranges of --topology a HOST",
                    Amounts.bytes(counts.leftOutBytes()),
                    Estimate.MOST_CELLS));
        }
        note(
                counts.unknownConnections(),
                "connections (" + Amounts.bytes(counts.unknownBytes()) + ") left out: no place for "
                        + String.join(", ", new TreeSet<>(counts.unknownAddresses())));
    }

    private void note(long count, String text) {
        if (count > 0) {
            notes.add(String.format(Locale.ROOT, "%,d ", count) + text);
        }
    }
}
