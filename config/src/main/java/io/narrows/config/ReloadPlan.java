package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * The effect of a new configuration on a running sidecar.
 *
 * @param effective the new configuration, with the current values of settings that need a restart
 * @param live keys that differ and take effect immediately
 * @param restart keys that differ and keep their current value until a restart
 */
public record ReloadPlan(Config effective, List<String> live, List<String> restart) {
    /** All keys that may occur in {@link #restart}. */
    public static final List<String> RESTART_KEYS = List.of(
            "node",
            "link.listen",
            "link.plaintext",
            "link.transport",
            "link.threads",
            "link.context-memory",
            "link.warm-up",
            "admin",
            "store",
            "dictionaries");

    public ReloadPlan {
        live = List.copyOf(live);
        restart = List.copyOf(restart);
    }

    public static ReloadPlan between(Config running, Config next) {
        Config listed = new Config(
                running.node(),
                effective(running.link(), next.link()),
                next.targets(),
                next.listedPeers(),
                next.discovery(),
                next.captures(),
                next.patterns(),
                next.policy(),
                next.tariff(),
                running.admin().withExposed(next.admin().exposed()),
                next.metrics(),
                running.store(),
                next.grpc(),
                next.dryRun(),
                next.whatIf(),
                next.auto(),
                running.dictionaries());
        Config effective = listed.withFound(running.discovery().found());
        return new ReloadPlan(effective, Setting.changed(running, effective), Setting.changed(effective, next));
    }

    /**
     * Returns the reason why a running sidecar must refuse a configuration, if there is one: at run time the protection of
     * links may only increase, from plain text to permissive to strict.
     */
    public static Optional<String> objection(Config running, Config next) {
        Optional<TlsMode> was = running.link().tls().map(TlsFiles::mode);
        Optional<TlsMode> is = next.link().tls().map(TlsFiles::mode);
        if (was.isPresent() && is.isEmpty()) {
            return Optional.of(
                    "link.tls was removed, but encrypted links cannot become plain text while the sidecar runs (restore"
                            + " link.tls, or restart the sidecar)");
        }
        if (was.equals(Optional.of(TlsMode.STRICT)) && is.equals(Optional.of(TlsMode.PERMISSIVE))) {
            return Optional.of(
                    "link.tls.mode was changed from strict to permissive, but a running sidecar cannot start accepting"
                            + " plain text (restore mode: strict, or restart the sidecar)");
        }
        return Optional.empty();
    }

    /**
     * Keeps the listener and its protection: a file that moves the listener to loopback and drops TLS must not leave the old
     * address in plain text. TLS may be added, and new certificates take effect.
     */
    private static LinkSettings effective(LinkSettings running, LinkSettings next) {
        boolean encrypts = next.tls().isPresent();
        return new LinkSettings(
                running.listen(),
                encrypts ? next.tls() : running.tls(),
                encrypts ? next.plaintext() : running.plaintext(),
                next.maxLinks(),
                next.minIdle(),
                next.drain(),
                running.transport(),
                running.threads(),
                next.tcpMss(),
                running.contextMemory(),
                running.warmUp(),
                next.placeCheck(),
                next.liveness());
    }
}
