package io.narrows.tests.databases;

import io.narrows.tests.support.Server;
import java.util.List;

/** ZooKeeper from its jars. */
final class ZooKeeper implements Database {
    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public String kind() {
        return "zookeeper";
    }

    @Override
    public String client() {
        return "io.narrows.databases.zookeeper.ZooKeeperClient";
    }

    @Override
    public int clientPort() {
        return 2181;
    }

    @Override
    public Server start(Member member, String classpath) {
        String data = member.data().toString();
        member.write("data/myid", member.settings("myid"));
        String settings = member.write("zoo.cfg", "dataDir=" + data + "\n" + member.settings("zoo.cfg"))
                .toString();
        return member.run(List.of(
                "java",
                "-Xmx512m",
                "-Dzookeeper.admin.enableServer=false",
                "-Dzookeeper.4lw.commands.whitelist=stat,mntr",
                "-cp",
                classpath,
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                settings));
    }

    @Override
    public boolean isComplete(List<Member> members) {
        return members.stream()
                .allMatch(member -> member.logged(
                                "PeerState set to (LEADING|FOLLOWING)|Peer state changed: (leading|following) - broadcast")
                        > 0);
    }

    @Override
    public long elections(List<Member> members) {
        return members.stream()
                .mapToLong(member -> member.logged("New election\\."))
                .sum();
    }
}
