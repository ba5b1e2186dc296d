package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.TestProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A replay of frames on three hosts: the leader's is far from those of the followers, which are directly connected. */
final class RegionReplay {
    private static final String NEAR_PREFIX = "10.78.0.";
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long LONGEST_SILENCE_NANOS = 100_000_000;

    private RegionReplay() {}

    /**
     * Replays frames.
     *
     * @param frames of one context, in the order in which they are sent
     * @param loss packets of 1,000 that are lost on their way to a follower
     * @param delay between the leader and its followers, one way
     * @param folder for the files of the hosts
     * @throws IOException if a process fails
     */
    static ReplayTimes run(List<Frame> frames, int loss, Duration delay, Path folder) throws IOException {
        try (Network network = new Network(folder)) {
            Host leader = network.host("leader");
            List<Host> followers = List.of(network.host("follower1"), network.host("follower2"));
            network.delay(List.of(leader, followers.get(0), followers.get(1)), delay);
            connectDirectly(followers);
            followers.forEach(follower -> lose(loss, follower));
            Path file = Files.write(folder.resolve("frames"), lines(frames));
            Server first = followers.get(0).start("sidecar", TestProgram.command(ReplaySidecar.class));
            awaitLine(first, "listening");
            Server second =
                    followers.get(1).start("sidecar", TestProgram.command(ReplaySidecar.class, NEAR_PREFIX + 1));
            awaitLine(first, "ready");
            awaitLine(second, "ready");
            Server sender = leader.start(
                    "sidecar",
                    TestProgram.command(
                            ReplayLeader.class,
                            file.toString(),
                            followers.get(0).ip(),
                            followers.get(1).ip()));
            for (Server process : List.of(sender, first, second)) {
                if (process.exitCode() != 0) {
                    throw new IOException("a process of the replay failed:\n" + process.log());
                }
            }
            return new ReplayTimes(frames.size(), List.of(sender.log(), first.log(), second.log()));
        }
    }

    private static void connectDirectly(List<Host> hosts) {
        Command.run(
                "ip",
                "link",
                "add",
                "near0",
                "netns",
                hosts.get(0).name(),
                "type",
                "veth",
                "peer",
                "name",
                "near0",
                "netns",
                hosts.get(1).name());
        for (int i = 0; i < hosts.size(); i++) {
            hosts.get(i).run("ip", "address", "add", NEAR_PREFIX + (i + 1) + "/24", "dev", "near0");
            hosts.get(i).run("ip", "link", "set", "near0", "up");
        }
    }

    private static void lose(int loss, Host follower) {
        if (loss > 0) {
            follower.run("nft", "add table inet loss");
            follower.run("nft", "add chain inet loss in { type filter hook input priority 0 ; }");
            follower.run(
                    "nft",
                    "add rule inet loss in iifname eth0 tcp dport %d numgen random mod 1000 < %d drop"
                            .formatted(ReplaySidecar.PORT, loss));
        }
    }

    private static void awaitLine(Server server, String line) {
        Awaitility.await().atMost(LIMIT).until(() -> server.log().contains(line));
    }

    /** Returns a line for each frame: when it is sent, in nanoseconds since the first one, its follower, and its length. */
    private static List<String> lines(List<Frame> frames) {
        List<String> lines = new ArrayList<>();
        long at = 0;
        long last = frames.get(0).read().nanos();
        for (Frame frame : frames) {
            at += Math.min(frame.read().nanos() - last, LONGEST_SILENCE_NANOS);
            last = frame.read().nanos();
            lines.add("%d %d %d".formatted(at, frame.read().follower(), frame.linkBytes() + LinkBytes.RECORD));
        }
        return lines;
    }
}
