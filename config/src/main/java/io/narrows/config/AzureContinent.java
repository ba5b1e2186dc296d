package io.narrows.config;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A continent of Azure's price list for bandwidth, found by the names of its regions. */
enum AzureContinent {
    NORTH_AMERICA("(north|south|west|)(central|east|west)us\\d?|canada(central|east)"),
    EUROPE(
            "(north|west)europe|uk(south|west)"
                    + "|(france|germany|switzerland|norway|sweden|poland|italy|spain|austria|belgium|denmark|finland|greece)[a-z]+"),
    ASIA("(east|southeast)asia|(central|south|west)india|(japan|korea|jioindia|indonesia|malaysia|taiwan)[a-z]+"),
    OCEANIA("(australia|newzealand)[a-z]+2?"),
    MIDDLE_EAST_AND_AFRICA("(uae|qatar|israel|southafrica)[a-z]+"),
    SOUTH_AMERICA("(brazil|chile)[a-z]+");

    private final Pattern regions;

    AzureContinent(String regions) {
        this.regions = Pattern.compile(regions);
    }

    static Optional<AzureContinent> of(String region) {
        return Stream.of(values())
                .filter(continent -> continent.regions.matcher(region).matches())
                .findFirst();
    }
}
