package io.narrows.proxy.link;

/**
 * The layout of a link's frames: which header they have, and what their checksums cover. Both hellos of a link decide it, so
 * that both directions have the same.
 */
enum FrameForm {
    /** A CRC32C of header and payload in each frame. */
    PAYLOAD_CHECKED,

    /** No checksum, since TLS guards what travels. */
    UNCHECKED,

    /** {@link #PAYLOAD_CHECKED}, but in data frames the checksum covers their content instead of their payload. */
    CONTENT_CHECKED,

    /** Under TLS: short headers, and two bytes of the content's checksum at the end of each stretch. */
    CONTENT_SAMPLED;

    /** The latest form that this side takes, as a hello announces it in {@code content_checks}. */
    static final int LATEST = 1;

    /** Wire bytes after which a {@link #CONTENT_SAMPLED} frame carries a check. Part of the protocol. */
    static final int STRETCH_BYTES = 512;

    /**
     * The form of a link's frames.
     *
     * @param announced what the peer's hello says in {@code content_checks}; 0 when it says nothing
     */
    static FrameForm of(boolean encrypted, int announced) {
        boolean content = Integer.compareUnsigned(announced, LATEST) >= 0;
        if (encrypted) {
            return content ? CONTENT_SAMPLED : UNCHECKED;
        }
        return content ? CONTENT_CHECKED : PAYLOAD_CHECKED;
    }

    /** How many bytes a checksum takes in a frame that has one. */
    int checkBytes() {
        return switch (this) {
            case PAYLOAD_CHECKED, CONTENT_CHECKED -> FrameDescriptor.CRC_BYTES;
            case CONTENT_SAMPLED -> FrameDescriptor.SAMPLE_BYTES;
            case UNCHECKED -> 0;
        };
    }
}
