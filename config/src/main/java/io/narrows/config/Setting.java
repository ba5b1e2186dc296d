package io.narrows.config;

import java.util.List;
import java.util.function.Function;

/**
 * A part of the configuration that changes as a unit.
 *
 * @param key as in the file
 */
record Setting(String key, Function<Config, Object> value) {
    static final List<Setting> ALL = List.of(
            new Setting("node", Config::node),
            link("listen", LinkSettings::listen),
            link("tls", LinkSettings::tls),
            link("plaintext", LinkSettings::plaintext),
            link("max-links", LinkSettings::maxLinks),
            link("min-idle", LinkSettings::minIdle),
            link("drain", LinkSettings::drain),
            link("transport", LinkSettings::transport),
            link("threads", LinkSettings::threads),
            link("tcp-mss", LinkSettings::tcpMss),
            link("context-memory", LinkSettings::contextMemory),
            link("warm-up", LinkSettings::warmUp),
            link("place-check", LinkSettings::placeCheck),
            link("liveness", LinkSettings::liveness),
            new Setting("targets", Config::targets),
            new Setting("peers", Config::listedPeers),
            new Setting("peers-from", config -> config.discovery().sources()),
            new Setting("capture", Config::captures),
            new Setting("classify", Config::patterns),
            new Setting("policy", Config::policy),
            new Setting("tariff", Config::tariff),
            new Setting("admin", Config::admin),
            new Setting("metrics", Config::metrics),
            new Setting("store", Config::store),
            new Setting("grpc", Config::grpc),
            new Setting("dry-run", Config::dryRun),
            new Setting("what-if", Config::whatIf),
            new Setting("auto", Config::auto),
            new Setting("dictionaries", Config::dictionaries));

    /** Returns the keys whose values differ, in the order of the documentation. */
    static List<String> changed(Config from, Config to) {
        return ALL.stream()
                .filter(setting -> !setting.value.apply(from).equals(setting.value.apply(to)))
                .map(Setting::key)
                .toList();
    }

    private static Setting link(String key, Function<LinkSettings, Object> value) {
        return new Setting("link." + key, config -> value.apply(config.link()));
    }
}
