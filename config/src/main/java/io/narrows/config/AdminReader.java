package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code admin}. A relative path starts at the folder of the configuration file. */
final class AdminReader {
    static final Keys KEYS = Keys.of("admin").required("listen").optional("exposed", "token-file");

    private final ListenAddresses listens;
    private final ReadableFiles files;

    AdminReader(ListenAddresses listens, Path folder) {
        this.listens = listens;
        this.files = new ReadableFiles(folder, "a readable file with a token");
    }

    Optional<AdminSettings> read(YamlValue value) {
        return value.map(KEYS).flatMap(admin -> {
            Optional<Path> token = admin.read("token-file", files::read);
            boolean exposed = admin.read("exposed", YamlValue::bool).orElse(false);
            return admin.read("listen", listens::read).map(listen -> new AdminSettings(listen, exposed, token));
        });
    }

    AdminSettings standard() {
        listens.reserve(AdminSettings.DEFAULT.listen(), "admin.listen");
        return AdminSettings.DEFAULT;
    }
}
