package io.narrows.proxy.admin;

import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.Target;
import io.narrows.proxy.link.registry.LinkSummary;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The end of a database's TLS that is on this node, as the current configuration has it. */
enum DatabaseTlsEnd {
    /** A capture ends it; the peer begins it again. */
    ENDED("ended"),
    /** It is begun here with the target; the peer has ended it. */
    BEGUN("begun"),
    /** The database's bytes are carried as they come. */
    NONE("");

    private static final Pattern ADDRESS = Pattern.compile(".*:(\\d{1,5})");

    private final String label;

    DatabaseTlsEnd(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static DatabaseTlsEnd of(Config config, LinkSummary link) {
        if (link.target().isEmpty()) {
            return NONE;
        }
        Optional<Integer> port = port(link.target());
        if (link.dialled()) {
            return config.captures().stream().anyMatch(capture -> ends(capture, link, port)) ? ENDED : NONE;
        }
        return config.targets().entrySet().stream()
                        .filter(target -> port.isEmpty()
                                ? target.getKey().value().equals(link.target())
                                : target.getValue().address().port() == port.get())
                        .anyMatch(target -> begins(target.getValue()))
                ? BEGUN
                : NONE;
    }

    private static boolean ends(Capture capture, LinkSummary link, Optional<Integer> port) {
        return capture.terminated().isPresent()
                && capture.match(
                        listener -> listener.peer().equals(link.peer())
                                && listener.target().value().equals(link.target()),
                        connect -> false,
                        socks5 -> false,
                        transparent ->
                                port.filter(transparent.ports()::contains).isPresent());
    }

    private static boolean begins(Target target) {
        return target.originated().isPresent();
    }

    /** Returns the port of the address that a transparent capture asks for; empty for a target's name, or if the peer sent neither. */
    private static Optional<Integer> port(String target) {
        Matcher address = ADDRESS.matcher(target);
        return address.matches() ? Optional.of(Integer.valueOf(address.group(1))) : Optional.empty();
    }
}
