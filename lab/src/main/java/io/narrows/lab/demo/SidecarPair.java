package io.narrows.lab.demo;

import io.narrows.lab.process.ScratchFolder;
import io.narrows.lab.sidecar.Reading;
import io.narrows.lab.sidecar.Scrape;
import io.narrows.lab.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The two sidecars of a topology, and the folder with their configurations and logs. */
final class SidecarPair implements AutoCloseable {
    private final Topology topology;
    private final ScratchFolder folder;
    private final SidecarProcess near;
    private final SidecarProcess far;

    /**
     * Starts both sidecars and waits until they accept traffic.
     *
     * @param main the program's main class
     */
    SidecarPair(Topology topology, List<String> policy, Class<?> main) throws IOException, InterruptedException {
        this.topology = topology;
        this.folder = ScratchFolder.create();
        SidecarProcess first = null;
        SidecarProcess second = null;
        try {
            first = start(topology.far(), topology.farConfig(policy), main);
            second = start(topology.near(), topology.nearConfig(policy), main);
            first.awaitReady();
            second.awaitReady();
        } catch (IOException | InterruptedException | RuntimeException e) {
            Stream.of(first, second).forEach(started -> {
                if (started != null) {
                    started.close();
                }
            });
            folder.close();
            throw e;
        }
        far = first;
        near = second;
    }

    private SidecarProcess start(Site site, String configText, Class<?> main) throws IOException {
        Path config = Files.writeString(folder.path().resolve(site.node() + ".yaml"), configText);
        return SidecarProcess.start(site.region(), site.admin(), config, main);
    }

    Topology topology() {
        return topology;
    }

    /** Applies a different policy to both sidecars. */
    void follow(List<String> policy) throws IOException {
        far.reload(topology.farConfig(policy));
        near.reload(topology.nearConfig(policy));
    }

    /** Reads the counters of both sidecars. */
    Reading read() throws IOException {
        Map<String, Scrape> scrapes =
                Map.of(topology.near().node(), near.scrape(), topology.far().node(), far.scrape());
        return Reading.of(System.nanoTime(), topology.regions(), scrapes);
    }

    @Override
    public void close() {
        near.close();
        far.close();
        folder.close();
    }
}
