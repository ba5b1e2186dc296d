package io.narrows.middleware;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The methods that are called, by their full names. Safe for use by many threads. */
final class Methods {
    /** Names of methods come from the network too: what is beyond is made for each call. */
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
