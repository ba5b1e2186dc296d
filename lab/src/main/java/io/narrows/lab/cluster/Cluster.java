package io.narrows.lab.cluster;

import io.narrows.lab.process.ScratchFolder;
import io.narrows.lab.sidecar.Reading;
import io.narrows.lab.sidecar.Scrape;
import io.narrows.lab.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes of a cluster, and the folder with their configurations, logs and data. Not thread-safe. */
final class Cluster implements AutoCloseable {
    private final ScratchFolder folder;
    private final Layout layout;
    private final List<SidecarProcess> sidecars = new ArrayList<>();
    private final List<StoreProcess> stores = new ArrayList<>();
    private final SocketTable sockets;

    @SuppressWarnings("NullAway.Init") // begin is called before the cluster is handed out
    private LinkPackets packets;

    private Cluster(ScratchFolder folder) throws IOException {
        this.folder = folder;
        this.layout = Layout.in(folder.path());
        this.sockets =
                new SocketTable(layout.members().stream().map(Member::link).toList());
    }

    /**
     * Starts a cluster in a separate folder, and waits until it serves requests.
     *
     * @param main the program's main class
     */
    static Cluster start(Contender policy, Class<?> main) throws IOException, InterruptedException {
        Cluster cluster = new Cluster(ScratchFolder.create());
        try {
            cluster.begin(policy, main);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void begin(Contender policy, Class<?> main) throws IOException, InterruptedException {
        for (Member member : layout.members()) {
            Path config = Files.writeString(layout.configOf(member), layout.config(member, policy.rules()));
            sidecars.add(SidecarProcess.start(member.zone(), member.adminAddress(), config, main));
        }
        for (SidecarProcess sidecar : sidecars) {
            sidecar.awaitReady();
        }
        packets = new LinkPackets(zonesByProcess());
        for (Member member : layout.members()) {
            stores.add(StoreProcess.start(member, layout.configOf(member), main));
        }
        for (StoreProcess store : stores) {
            store.awaitReady();
        }
    }

    private Map<Long, String> zonesByProcess() {
        Map<Long, String> zones = new HashMap<>();
        for (int i = 0; i < sidecars.size(); i++) {
            zones.put(sidecars.get(i).pid(), layout.members().get(i).zone());
        }
        return zones;
    }

    Layout layout() {
        return layout;
    }

    /** Applies a different policy to all sidecars, including their open links. */
    void follow(Contender policy) throws IOException {
        for (int i = 0; i < sidecars.size(); i++) {
            sidecars.get(i).reload(layout.config(layout.members().get(i), policy.rules()));
        }
    }

    /** Reads the counters. Call regularly, since packets of closed connections are lost between readings. */
    ClusterReading read() throws IOException {
        Map<String, Scrape> scrapes = new HashMap<>();
        for (int i = 0; i < sidecars.size(); i++) {
            scrapes.put(layout.members().get(i).id(), sidecars.get(i).scrape());
        }
        sockets.read().ifPresent(packets::add);
        double storeCpu = 0;
        for (StoreProcess store : stores) {
            store.checkAlive();
            storeCpu += store.cpuSeconds();
        }
        return new ClusterReading(Reading.of(System.nanoTime(), layout.zones(), scrapes), packets.sent(), storeCpu);
    }

    /** Stops the stores first: without its sidecar a store would log errors. */
    @Override
    public void close() {
        stores.forEach(StoreProcess::close);
        sidecars.forEach(SidecarProcess::close);
        folder.close();
    }
}
