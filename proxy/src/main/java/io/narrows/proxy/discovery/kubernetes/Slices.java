package io.narrows.proxy.discovery.kubernetes;

import io.narrows.config.Location;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.LinkAddresses;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The EndpointSlices of one Service, as far as they are known. Not thread-safe. */
final class Slices {
    private static final int MOST_ENDPOINTS = 10_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

    private final SlicePort port;
    private final Map<String, Slice> byName = new HashMap<>();

    Slices(SlicePort port) {
        this.port = port;
    }

    void replace(List<Slice> slices) {
        byName.clear();
        slices.forEach(slice -> byName.put(slice.name(), slice));
    }

    /** @throws IOException if there are too many endpoints now */
    void put(Slice slice) throws IOException {
        Map<String, Slice> next = new HashMap<>(byName);
        next.put(slice.name(), slice);
        requireBounded(next.values());
        byName.put(slice.name(), slice);
    }

    /** @throws IOException if there are too many endpoints */
    static void requireBounded(Collection<Slice> slices) throws IOException {
        if (slices.stream().mapToInt(slice -> 1 + slice.endpoints().size()).sum() > MOST_ENDPOINTS) {
            throw new IOException("the EndpointSlices of the Service have more than " + MOST_ENDPOINTS + " endpoints");
        }
    }

    void remove(String name) {
        byName.remove(name);
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Returns the machines whose regions are needed. */
    Set<String> nodes() {
        return byName.values().stream()
                .flatMap(slice -> slice.endpoints().stream())
                .filter(endpoint -> endpoint.isUsable() && endpoint.zone().isPresent())
                .flatMap(endpoint -> endpoint.node().stream())
                .collect(Collectors.toSet());
    }

    /** Returns all usable endpoints; without those of slices that lack the port. */
    Set<Endpoint> endpoints(Function<String, Optional<String>> regions) {
        Set<Endpoint> endpoints = new LinkedHashSet<>();
        for (Slice slice : byName.values()) {
            OptionalInt number = port.in(slice);
            for (SliceEndpoint endpoint : slice.endpoints()) {
                if (endpoint.isUsable() && number.isPresent()) {
                    Optional<Location> location = location(endpoint, regions);
                    for (String text : endpoint.addresses()) {
                        InetAddress address = NetUtil.createInetAddressFromIpAddressString(text);
                        if (address != null) {
                            endpoints.add(new Endpoint(
                                    LinkAddresses.of(address, number.getAsInt()), Optional.empty(), location));
                        }
                    }
                }
            }
        }
        return endpoints;
    }

    /** Returns the name of a slice that has endpoints but lacks the port, with the ports that it has. */
    Optional<String> withoutPort() {
        return byName.values().stream()
                .filter(slice -> !slice.endpoints().isEmpty() && port.in(slice).isEmpty())
                .map(slice -> "EndpointSlice " + slice.name() + " has no port named \"" + port.name() + "\", only "
                        + slice.ports())
                .sorted()
                .findFirst();
    }

    /** Returns a complete place, in names as a hello may have them. */
    private static Optional<Location> location(SliceEndpoint endpoint, Function<String, Optional<String>> regions) {
        Optional<String> host =
                endpoint.node().filter(name -> HOST.matcher(name).matches());
        Optional<String> zone =
                endpoint.zone().filter(name -> NAME.matcher(name).matches());
        Optional<String> region =
                host.flatMap(regions).filter(name -> NAME.matcher(name).matches());
        return region.flatMap(r -> zone.flatMap(z -> host.map(h -> new Location(r, z, h))));
    }
}
