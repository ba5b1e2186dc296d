package io.narrows.config;

/** The size of a gigabyte in a provider's price list. */
public enum GbUnit {
    GB("GB", 1_000_000_000L),
    GIB("GiB", 1L << 30);

    private final String label;
    private final long bytes;

    GbUnit(String label, long bytes) {
        this.label = label;
        this.bytes = bytes;
    }

    public String label() {
        return label;
    }

    public long bytes() {
        return bytes;
    }
}
