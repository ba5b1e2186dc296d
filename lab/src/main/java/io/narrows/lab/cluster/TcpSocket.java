package io.narrows.lab.cluster;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One end of a TCP connection on this machine, as reported by the kernel.
 *
 * @param pid of the process that has it open
 * @param segmentsSent since it was opened, including acknowledgments and retransmissions
 */
record TcpSocket(int port, int peerPort, long pid, long segmentsSent) {
    private static final int LOCAL = 3;
    private static final int PEER = 4;
    private static final Pattern PID = Pattern.compile("\\bpid=(\\d+)");
    private static final Pattern SEGMENTS = Pattern.compile("\\bsegs_out:(\\d+)");

    /**
     * Parses a line of {@code ss -tinpHO}:
     *
     * <pre>
     * ESTAB 0 0 127.0.0.1:42686 127.0.0.1:55791 users:(("java",pid=1316,fd=4)) cubic … segs_out:102 segs_in:21 …
     * </pre>
     *
     * @return empty for a socket that no process has open, or whose process belongs to another user
     */
    static Optional<TcpSocket> parse(String line) {
        String[] columns = line.trim().split("\\s+");
        Matcher pid = PID.matcher(line);
        if (columns.length <= PEER || !pid.find()) {
            return Optional.empty();
        }
        Matcher segments = SEGMENTS.matcher(line);
        long sent = segments.find() ? Long.parseLong(segments.group(1)) : 0;
        return Optional.of(
                new TcpSocket(port(columns[LOCAL]), port(columns[PEER]), Long.parseLong(pid.group(1)), sent));
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    boolean isOtherEndOf(TcpSocket socket) {
        return port == socket.peerPort && peerPort == socket.port;
    }
}
