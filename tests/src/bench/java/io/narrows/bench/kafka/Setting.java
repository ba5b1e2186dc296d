package io.narrows.bench.kafka;

import java.util.Arrays;
import java.util.Locale;

/** The policy of the sidecars between brokers. */
public enum Setting {
    ZSTD("zstd 3", "{codec: zstd, level: 3}"),
    ZSTD_UNPACK("zstd 3, unpack", "{codec: zstd, level: 3, unpack: [lz4, snappy, gzip, zstd]}"),
    DENSE("dense 2", "{codec: dense, level: 2}"),
    DENSE_UNPACK("dense 2, unpack", "{codec: dense, level: 2, unpack: [lz4, snappy, gzip, zstd]}");

    private final String label;
    private final String rule;

    Setting(String label, String rule) {
        this.label = label;
        this.rule = rule;
    }

    /** @throws IllegalArgumentException if there is none */
    public static Setting named(String name) {
        return Arrays.stream(values())
                .filter(setting -> setting.key().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no setting " + name + " (expected: "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Setting::key).toList()) + ")"));
    }

    private String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isDense() {
        return without() == DENSE;
    }

    boolean unpacks() {
        return this != without();
    }

    /** Returns the same codec without unpack. */
    Setting without() {
        return this == ZSTD || this == ZSTD_UNPACK ? ZSTD : DENSE;
    }

    /** Returns the title for tables. */
    public String label() {
        return label;
    }

    /** Returns the rule as a map of YAML. */
    public String rule() {
        return rule;
    }
}
