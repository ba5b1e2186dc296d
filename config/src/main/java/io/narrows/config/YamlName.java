package io.narrows.config;

import java.util.Locale;
import java.util.Set;

/** Names of peers and classes as YAML. */
public final class YamlName {
    private static final Set<String> WORDS = Set.of("true", "false", "null");

    private YamlName() {}

    /**
     * Returns the name, in quotes if YAML would read it as a number, a boolean or null.
     *
     * @param name letters, digits, dots, dashes and underscores
     */
    public static String of(String name) {
        boolean plain = Character.isLetter(name.charAt(0)) && !WORDS.contains(name.toLowerCase(Locale.ROOT));
        return plain ? name : "'" + name + "'";
    }
}
