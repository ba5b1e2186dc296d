package io.narrows.storage.sst;

/** The kind of a part of a file, for use in messages. */
public enum BlockKind {
    DATA("data block"),
    INDEX("index block"),
    FILTER("filter block"),
    DICTIONARY("dictionary block"),
    RANGE_DELETE("range-delete block"),
    PROPERTIES("properties block"),
    METAINDEX("metaindex block"),
    FOOTER("footer");

    private final String label;

    BlockKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
