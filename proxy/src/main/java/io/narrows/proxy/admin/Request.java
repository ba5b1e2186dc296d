package io.narrows.proxy.admin;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an admin endpoint is asked, beyond its path and method. */
record Request(Map<String, List<String>> parameters) {
    Optional<String> parameter(String name) {
        return parameters.getOrDefault(name, List.of()).stream().findFirst();
    }
}
