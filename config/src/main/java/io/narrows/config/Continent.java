package io.narrows.config;

import java.util.regex.Pattern;

/** The part of the world that a region's name stands for, as far as price lists tell them apart. */
enum Continent {
    NORTH_AMERICA("(us|ca|mx|northamerica)-.*|.*us\\d?|canada.*|mexico.*"),
    EUROPE(
            "(eu|europe)-.*|.*europe|uk(south|west)|(france|germany|switzerland|norway|sweden|denmark|finland|poland|italy"
                    + "|spain|austria|belgium|greece)[a-z]+"),
    ELSEWHERE("(asia|ap|cn|australia|sa|southamerica|me|il|africa|af)-.*|.*(asia|india)"
            + "|(japan|korea|australia|newzealand|brazil|chile|uae|qatar|israel|southafrica|indonesia|malaysia|taiwan"
            + "|china)[a-z]+\\d?"),
    /** A name of the user's own. */
    UNKNOWN(".*");

    private final Pattern regions;

    Continent(String regions) {
        this.regions = Pattern.compile(regions);
    }

    /** By the names of AWS, Google Cloud and Azure. */
    static Continent of(String region) {
        for (Continent continent : values()) {
            if (continent.regions.matcher(region).matches()) {
                return continent;
            }
        }
        return UNKNOWN;
    }
}
