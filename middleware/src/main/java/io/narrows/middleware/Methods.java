package io.narrows.middleware;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The methods called so far, by full name. Safe for use by many threads. */
final class Methods {
    /** Method names come from the network too: beyond this limit, states are created per call and not kept. */
    private static final int MOST = 4_096;

    private final Planner planner;
    private final Map<String, Method> byName = new ConcurrentHashMap<>();

    Methods(Planner planner) {
        this.planner = planner;
    }

    Method of(String fullName) {
        Method known = byName.get(fullName);
        if (known != null) {
            return known;
        }
        return byName.size() < MOST
                ? byName.computeIfAbsent(fullName, name -> new Method(planner, name))
                : new Method(planner, fullName);
    }
}
