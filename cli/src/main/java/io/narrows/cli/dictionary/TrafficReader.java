package io.narrows.cli.dictionary;

import io.narrows.cli.estimate.CaptureFiles;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.run.CapturedReads;
import io.narrows.estimate.run.ClassifiedReads;
import io.narrows.estimate.tcp.AssemblyLimits;
import io.narrows.estimate.tcp.CapturedStreams;
import io.narrows.estimate.tcp.Connection;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.StreamConsumer;
import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import io.narrows.lab.trace.TraceException;
import io.narrows.lab.trace.TraceFile;
import io.narrows.lab.trace.TraceRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads traffic: a directory with an {@code index.json} or a {@code .trace} file of a recorder, a recording of the demo ({@code .zst}), and
 * captures in the format pcap or pcapng, which any other file is taken for.
 */
final class TrafficReader {
    private static final AssemblyLimits LIMITS =
            new AssemblyLimits(20_000, 4 << 20, 32 << 20, AssemblyLimits.DEFAULT.idle());

    private final Traffic traffic;
    private boolean whole = true;

    TrafficReader(Traffic traffic) {
        this.traffic = traffic;
    }

    private record Read(Direction direction, TraceRecord record) {}

    /** Returns the traffic that was read. */
    Traffic traffic() {
        return traffic;
    }

    /** Returns whether no capture was damaged. */
    boolean isWhole() {
        return whole;
    }

    /** Reads inputs in their order, except that captures come last: as one input, whose parts follow each other. */
    void read(List<String> inputs, PrintWriter err) throws IOException {
        List<String> captures = new ArrayList<>();
        for (String input : inputs) {
            if (input.equals(CaptureFiles.STANDARD_INPUT) || !readRecording(Path.of(input))) {
                captures.add(input);
            }
        }
        if (!captures.isEmpty()) {
            traffic.beginInput();
            CapturedStreams streams = new CapturedStreams((connection, nanos) -> captured(connection), LIMITS);
            whole = new CaptureFiles(captures, err).read(streams);
        }
    }

    private StreamConsumer captured(Connection connection) {
        PieceCutter cutter = new PieceCutter(traffic);
        return new CapturedReads(connection, cutter, cutter::end, cutter::close);
    }

    private boolean readRecording(Path path) throws IOException {
        if (Trace.isAt(path)) {
            traffic.beginInput();
            for (TraceConnection connection : Trace.open(path)) {
                add(TrafficClass.DEFAULT, connection.clientToServer(), connection.serverToClient());
            }
            return true;
        }
        if (path.toString().endsWith(".trace")) {
            traffic.beginInput();
            add(TrafficClass.DEFAULT, TraceFile.read(path), List.of());
            return true;
        }
        if (path.toString().endsWith(".zst")) {
            traffic.beginInput();
            for (RecordedConnection connection : recording(path).connections()) {
                add(connection.trafficClass(), connection.clientToServer(), connection.serverToClient());
            }
            return true;
        }
        return false;
    }

    private static Recording recording(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return RecordingFile.read(path.toString(), in);
        } catch (TraceException | FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(path + ": cannot be decompressed: " + e.getMessage(), e);
        }
    }

    private void add(TrafficClass given, List<TraceRecord> fromClient, List<TraceRecord> fromServer) {
        PieceCutter cutter = new PieceCutter(traffic);
        ClassifiedReads reads = new ClassifiedReads(given, cutter);
        Stream.concat(
                        fromClient.stream().map(record -> new Read(Direction.FROM_CLIENT, record)),
                        fromServer.stream().map(record -> new Read(Direction.FROM_SERVER, record)))
                .sorted(Comparator.comparingLong(read -> read.record().nanos()))
                .forEach(read -> {
                    byte[] bytes = new byte[read.record().length()];
                    read.record().data().get(bytes);
                    reads.read(read.direction(), read.record().nanos(), bytes, bytes.length);
                });
        cutter.close();
    }
}
