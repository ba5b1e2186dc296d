package io.narrows.proxy.discovery.kubernetes;

import java.util.List;
import java.util.Map;

/**
 * An EndpointSlice: some of the endpoints of a Service.
 *
 * @param ports numbers by name, which may be empty
 */
record Slice(String name, List<SliceEndpoint> endpoints, Map<String, Integer> ports) {
    Slice {
        endpoints = List.copyOf(endpoints);
        ports = Map.copyOf(ports);
    }
}
