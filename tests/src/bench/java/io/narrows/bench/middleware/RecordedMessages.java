package io.narrows.bench.middleware;

import io.narrows.lab.recording.RecordedConnection;
import io.narrows.lab.recording.Recording;
import io.narrows.lab.recording.RecordingFile;
import io.narrows.lab.trace.Trace;
import io.narrows.lab.trace.TraceConnection;
import io.narrows.lab.trace.TraceRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a recording in the form that a service would pass to gRPC: those of Ratis are gRPC's own, those of etcd are
 * Raft messages and log entries that it sends over HTTP.
 *
 * @param calls the messages of each direction of each connection, in order
 */
record RecordedMessages(String name, List<List<byte[]>> calls) {
    private static final byte[] PREFACE = "PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ETCD_APPENDS = "GET /raft/stream/msgapp/".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ETCD_MESSAGES = "GET /raft/stream/message/".getBytes(StandardCharsets.US_ASCII);

    static RecordedMessages packed(String name, InputStream file) throws IOException {
        Recording recording = RecordingFile.read(name, file);
        List<List<byte[]>> calls = new ArrayList<>();
        for (RecordedConnection connection : recording.connections()) {
            addCalls(connection.clientToServer(), connection.serverToClient(), calls);
        }
        return new RecordedMessages(name, calls);
    }

    /** Reads a packed recording, or a directory of traces. */
    static RecordedMessages at(Path path) throws IOException {
        String name = path.getFileName().toString();
        if (!Trace.isAt(path)) {
            try (InputStream file = Files.newInputStream(path)) {
                return packed(name, file);
            }
        }
        List<List<byte[]>> calls = new ArrayList<>();
        for (TraceConnection connection : Trace.open(path)) {
            addCalls(connection.clientToServer(), connection.serverToClient(), calls);
        }
        return new RecordedMessages(name, calls);
    }

    private static void addCalls(List<TraceRecord> sent, List<TraceRecord> answered, List<List<byte[]>> calls) {
        byte[] requests = bytes(sent);
        if (begins(requests, PREFACE)) {
            calls.add(GrpcTraffic.messages(requests));
            calls.add(GrpcTraffic.messages(bytes(answered)));
        } else if (begins(requests, ETCD_APPENDS) || begins(requests, ETCD_MESSAGES)) {
            calls.add(EtcdTraffic.messages(bytes(answered), begins(requests, ETCD_APPENDS)));
        }
        calls.removeIf(List::isEmpty);
    }

    private static boolean begins(byte[] bytes, byte[] with) {
        return bytes.length >= with.length
                && ByteBuffer.wrap(bytes, 0, with.length).equals(ByteBuffer.wrap(with));
    }

    private static byte[] bytes(List<TraceRecord> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (TraceRecord record : records) {
            byte[] read = new byte[record.length()];
            record.data().get(read);
            bytes.writeBytes(read);
        }
        return bytes.toByteArray();
    }
}
