package io.narrows.bench.region;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The leader's sidecar of a replay, in its own process: {@code FILE ADDRESS1 ADDRESS2}. Prints when it sent each frame. */
public final class ReplayLeader {
    private static final long BEFORE_NANOS = 500_000_000;

    private ReplayLeader() {}

    /** @param args a file with nanoseconds, follower and length of a frame in each line; the followers' addresses */
    public static void main(String[] args) throws IOException {
        List<String> frames = Files.readAllLines(Path.of(args[0]));
        long[] sent = new long[frames.size()];
        try (Socket first = new Socket(args[1], ReplaySidecar.PORT);
                Socket second = new Socket(args[2], ReplaySidecar.PORT)) {
            first.setTcpNoDelay(true);
            second.setTcpNoDelay(true);
            OutputStream[] followers = {first.getOutputStream(), second.getOutputStream()};
            long start = System.nanoTime() + BEFORE_NANOS;
            for (int i = 0; i < sent.length; i++) {
                String[] frame = frames.get(i).split(" ");
                for (long left = start + Long.parseLong(frame[0]) - System.nanoTime();
                        left > 0;
                        left = start + Long.parseLong(frame[0]) - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                ReplayMessage message = ReplayMessage.of(i, Integer.parseInt(frame[2]));
                sent[i] = System.nanoTime();
                message.write(followers[Integer.parseInt(frame[1])]);
            }
        }
        StringBuilder times = new StringBuilder();
        for (int i = 0; i < sent.length; i++) {
            times.append("sent ").append(i).append(' ').append(sent[i]).append('\n');
        }
        System.out.print(times);
    }
}
