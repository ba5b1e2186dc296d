package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Collects a source's reports. */
public final class Reported implements EndpointSource.Listener {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Set<Endpoint>> found = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    @Override
    public void found(Set<Endpoint> endpoints) {
        found.add(endpoints);
    }

    @Override
    public void failed(String why) {
        failures.add(why);
    }

    /** Returns all reports of endpoints, in order. */
    public List<Set<Endpoint>> found() {
        return found;
    }

    public List<String> failures() {
        return failures;
    }

    /** Waits until the last report has exactly these endpoints. */
    public void await(Set<Endpoint> endpoints) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(last()).isEqualTo(endpoints));
    }

    /** Waits until the last report has exactly these link addresses, and nothing else is known of them. */
    public void awaitLinks(String... links) {
        await(links(links));
    }

    public void awaitFailures(int count) {
        Awaitility.await().atMost(LIMIT).until(() -> failures.size() >= count);
    }

    private Set<Endpoint> last() {
        return found.isEmpty() ? Set.of() : found.get(found.size() - 1);
    }

    public static Set<Endpoint> links(String... links) {
        return Set.of(links).stream().map(HostPort::parse).map(Endpoint::of).collect(Collectors.toSet());
    }
}
