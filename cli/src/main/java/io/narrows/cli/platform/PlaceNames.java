package io.narrows.cli.platform;

import io.narrows.config.Names;
import io.narrows.config.yaml.Words;
import java.io.IOException;

/** The names that metadata services give to regions and zones. */
final class PlaceNames {
    private static final int MOST_SHOWN = 80;

    private PlaceNames() {}

    /** Returns the name. @throws IOException if it cannot be the name of a region or a zone */
    static String checked(String what, String name) throws IOException {
        if (!Names.isName(name)) {
            String shown = name.length() > MOST_SHOWN ? name.substring(0, MOST_SHOWN) + "…" : name;
            throw new UnusableAnswerException("the " + what + " " + Words.quote(shown) + " is not a valid name");
        }
        return name;
    }
}
