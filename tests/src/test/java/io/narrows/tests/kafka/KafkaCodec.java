package io.narrows.tests.kafka;

import java.util.Locale;

/** The codecs of Kafka's batches, in the order of their numbers. */
public enum KafkaCodec {
    NONE,
    GZIP,
    SNAPPY,
    LZ4,
    ZSTD;

    /** @throws IndexOutOfBoundsException if there is no codec with that number */
    static KafkaCodec of(int number) {
        return values()[number];
    }

    /** @throws IllegalArgumentException if there is none */
    public static KafkaCodec named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Returns the name in the settings of all clients. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
