package io.narrows.config;

import java.util.List;

/**
 * What a new configuration means for a running sidecar.
 *
 * @param effective the new one, with the running values of what needs a restart
 * @param live keys that differ and change while running
 * @param restart keys that differ and keep their running value until a restart
 */
public record ReloadPlan(Config effective, List<String> live, List<String> restart) {
    public ReloadPlan {
        live = List.copyOf(live);
        restart = List.copyOf(restart);
    }

    public static ReloadPlan between(Config running, Config next) {
        Config effective = new Config(
                running.node(),
                effective(running.link(), next.link()),
                next.targets(),
                next.peers(),
                next.captures(),
                next.patterns(),
                next.policy(),
                next.tariff(),
                running.admin(),
                running.store(),
                next.grpc());
        return new ReloadPlan(effective, Setting.changed(running, effective), Setting.changed(effective, next));
    }

    /**
     * The listener stays as it is, and so does what protects it: a file that moves it to loopback and drops TLS must not
     * leave the old address in the clear. New certificates are taken.
     */
    private static LinkSettings effective(LinkSettings running, LinkSettings next) {
        boolean bothEncrypt = running.tls().isPresent() && next.tls().isPresent();
        return new LinkSettings(
                running.listen(),
                bothEncrypt ? next.tls() : running.tls(),
                running.plaintext(),
                next.maxLinks(),
                next.ready(),
                next.drain(),
                running.transport(),
                running.threads(),
                next.maxSegment(),
                running.contextMemory(),
                running.warmUp(),
                next.place(),
                next.liveness());
    }
}
