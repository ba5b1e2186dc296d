package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code admin}. */
final class AdminReader {
    static final Keys KEYS = Keys.of("admin").required("listen");

    private final ListenAddresses listens;

    AdminReader(ListenAddresses listens) {
        this.listens = listens;
    }

    Optional<AdminSettings> read(YamlValue value) {
        return value.map(KEYS)
                .flatMap(admin -> admin.read("listen", listens::read))
                .map(AdminSettings::new);
    }

    AdminSettings standard() {
        listens.reserve(AdminSettings.DEFAULT.listen(), "admin.listen");
        return AdminSettings.DEFAULT;
    }
}
