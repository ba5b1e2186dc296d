package io.narrows.config;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An area of Google Cloud's price list for traffic between regions, found by the names of its regions. */
enum GcpArea {
    NORTH_AMERICA("(us|northamerica)"),
    EUROPE("europe"),
    INDONESIA("asia-southeast2"),
    ASIA("asia"),
    OCEANIA("australia"),
    SOUTH_AMERICA("southamerica");

    private static final String DIRECTION = "-(north|south|central|east|west|north(east|west)|south(east|west))\\d+";

    private final Pattern regions;

    GcpArea(String name) {
        this.regions = Pattern.compile(name.contains("-") ? name : name + DIRECTION);
    }

    /**
     * Returns the area of a region; empty for unknown names, and for the Middle East and Africa, for which the list has
     * no figure.
     */
    static Optional<GcpArea> of(String region) {
        return Stream.of(values())
                .filter(area -> area.regions.matcher(region).matches())
                .findFirst();
    }
}
