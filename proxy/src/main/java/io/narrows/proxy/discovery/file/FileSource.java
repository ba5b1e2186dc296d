package io.narrows.proxy.discovery.file;

import io.narrows.config.ConfigException;
import io.narrows.config.EndpointsFile;
import io.narrows.config.ListedEndpoint;
import io.narrows.config.yaml.Problem;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.EndpointSource;
import io.narrows.proxy.discovery.HostLookUp;
import io.narrows.proxy.discovery.LinkAddresses;
import io.narrows.proxy.discovery.SourceReports;
import io.narrows.proxy.transport.ErrorText;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A source of peers in a file, or in all YAML and JSON files of a folder, in the format of {@link EndpointsFile}. Looks for
 * complete changes once a second. If a file cannot be read, or anything in it is invalid, the last endpoints remain.
 *
 * <p>Host names stand for all their addresses, which are looked up again every 30 s, or when asked to, but not more than
 * once a second. If a lookup fails, the last addresses of the name remain.
 */
public final class FileSource implements EndpointSource {
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration NAMES_INTERVAL = Duration.ofSeconds(30);

    private final ScheduledExecutorService executor;
    private final PeerFiles files;
    private final HostNames names;
    private final SourceReports reports = new SourceReports();
    private volatile @Nullable Future<?> watch;

    // Guarded by this.
    private @Nullable List<ListedEndpoint> listed;
    private Optional<String> mistake = Optional.empty(); // in the contents
    private Optional<String> inaccessible = Optional.empty(); // why the last look failed
    private boolean asking;
    private boolean askAgain;
    private long asked = System.nanoTime();

    /** @param executor executor that reads files; its threads may be blocked while it does */
    public FileSource(Path fileOrFolder, HostLookUp lookUp, ScheduledExecutorService executor) {
        this.executor = executor;
        this.files = new PeerFiles(fileOrFolder);
        this.names = new HostNames(lookUp);
    }

    @Override
    public void start(Listener listener) {
        reports.start(listener);
        watch = executor.scheduleWithFixedDelay(this::look, 0, LOOK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void refresh() {
        SourceReports.execute(executor, () -> {
            look();
            askIfOlderThan(LOOK_INTERVAL);
        });
    }

    @Override
    public Optional<String> problem() {
        return reports.problem();
    }

    @Override
    public void close() {
        reports.close();
        Future<?> running = watch;
        if (running != null) {
            running.cancel(false);
        }
    }

    private synchronized void look() {
        try {
            switch (files.look()) {
                case CHANGED -> read();
                case SAME -> {
                    accessible();
                    askIfOlderThan(NAMES_INTERVAL);
                }
                case CHANGING -> {}
            }
        } catch (IOException e) {
            inaccessible(ErrorText.of(e));
        } catch (RuntimeException e) {
            inaccessible("cannot read files with peers because of an internal error: " + e);
        }
    }

    private void read() {
        List<Path> all = files.use();
        try {
            List<ListedEndpoint> next = EndpointsFile.read(all);
            if (files.unchanged()) {
                listed = next;
                mistake = Optional.empty();
                inaccessible = Optional.empty();
                ask();
            }
        } catch (ConfigException e) {
            if (files.unchanged()) {
                mistake = Optional.of(summary(e.problems()));
                inaccessible = Optional.empty();
                reports.failed(mistake.get());
            }
        }
    }

    private static String summary(List<Problem> problems) {
        String others = problems.size() == 1 ? "" : "; and " + (problems.size() - 1) + " more mistakes";
        return problems.get(0) + others;
    }

    private void inaccessible(String why) {
        inaccessible = Optional.of(why);
        reports.failed(why);
    }

    /** Reports again after looks that failed, if the contents are still the same. */
    private void accessible() {
        if (inaccessible.isPresent()) {
            inaccessible = Optional.empty();
            report();
        }
    }

    private synchronized void askIfOlderThan(Duration age) {
        if (listed != null && System.nanoTime() - asked >= age.toNanos()) {
            ask();
        }
    }

    /** Looks up all names, and then reports. */
    private void ask() {
        if (listed == null) {
            return;
        }
        if (asking) {
            askAgain = true;
            return;
        }
        asking = true;
        asked = System.nanoTime();
        List<String> hosts = listed.stream()
                .map(peer -> peer.link().host())
                .filter(HostNames::isName)
                .distinct()
                .toList();
        names.ask(hosts)
                .whenComplete((answers, broken) -> SourceReports.execute(executor, () -> answered(answers, broken)));
    }

    private synchronized void answered(@Nullable List<HostNames.Answer> answers, @Nullable Throwable broken) {
        asking = false;
        if (answers == null) {
            reports.failed("cannot look up the names of peers because of an internal error: " + broken);
            return;
        }
        names.learn(answers);
        if (askAgain) {
            askAgain = false;
            ask();
        } else {
            report();
        }
    }

    private void report() {
        if (listed == null) {
            return;
        }
        Set<Endpoint> endpoints = new LinkedHashSet<>();
        Optional<String> failure = inaccessible.or(() -> mistake);
        for (ListedEndpoint peer : listed) {
            for (InetAddress address : names.addresses(peer.link().host())) {
                endpoints.add(new Endpoint(LinkAddresses.of(address, peer.link().port()), peer.id(), peer.location()));
            }
            String unknown = names.failures().get(peer.link().host());
            if (failure.isEmpty() && unknown != null) {
                failure = Optional.of(peer.place() + ": cannot look up " + unknown);
            }
        }
        reports.found(endpoints, failure);
    }
}
