package io.narrows.proxy.discovery.dns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The domains in which a short name is looked up, as resolv.conf(5) gives them.
 *
 * @param dots number of dots in a name that is first looked up as it is
 */
record SearchList(List<String> domains, int dots) {
    static final SearchList NONE = new SearchList(List.of(), 1);

    private static final Path RESOLV_CONF = Path.of("/etc/resolv.conf");
    private static final String DOTS = "ndots:";
    private static final int MOST_DOMAINS = 32;
    private static final int MOST_DOTS = 15;
    private static final int LONGEST_NAME = 254; // with the last dot
    private static final int LONGEST_LABEL = 63;

    SearchList {
        domains = List.copyOf(domains);
    }

    /** Reads the system's file; without one there are no domains. */
    static SearchList ofSystem() {
        try {
            return parse(Files.readAllLines(RESOLV_CONF));
        } catch (IOException e) {
            return NONE;
        }
    }

    /** Parses the lines of a file. Of several {@code search} or {@code domain} lines the last one counts. */
    static SearchList parse(List<String> lines) {
        List<String> domains = List.of();
        int dots = NONE.dots();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+");
            List<String> values = List.of(words).subList(1, words.length);
            switch (words[0]) {
                case "search", "domain" ->
                    domains = values.stream()
                            .map(domain -> domain.replaceFirst("^\\.+", ""))
                            .filter(domain -> !domain.isEmpty()) // "." is the root
                            .limit(MOST_DOMAINS)
                            .toList();
                case "options" -> dots = dots(values, dots);
                default -> {}
            }
        }
        return new SearchList(domains, dots);
    }

    private static int dots(List<String> options, int otherwise) {
        return options.stream()
                .filter(option -> option.matches(DOTS + "\\d{1,3}"))
                .map(option -> Math.min(MOST_DOTS, Integer.parseInt(option.substring(DOTS.length()))))
                .reduce(otherwise, (first, second) -> second);
    }

    /** Returns the absolute names that a name may stand for, in the order in which they are looked up. */
    List<String> candidates(String name) {
        if (name.endsWith(".")) {
            return List.of(name);
        }
        Stream<String> within = domains.stream()
                .map(domain -> name + "." + domain)
                .map(SearchList::absolute)
                .filter(SearchList::isPossible);
        Stream<String> itself = Stream.of(absolute(name));
        boolean first = name.chars().filter(c -> c == '.').count() >= dots;
        return (first ? Stream.concat(itself, within) : Stream.concat(within, itself)).toList();
    }

    private static boolean isPossible(String absolute) {
        return absolute.length() <= LONGEST_NAME
                && Stream.of(absolute.split("\\."))
                        .allMatch(label -> !label.isEmpty() && label.length() <= LONGEST_LABEL);
    }

    private static String absolute(String name) {
        return name.endsWith(".") ? name : name + ".";
    }
}
